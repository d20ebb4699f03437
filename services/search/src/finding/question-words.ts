/** How a question begins. */
const ASKS =
  /^\W*(who|whose|whom|what|which|where|when|why|how|is|are|was|were|do|does|did|can|could|may|will|should|tell)\b/iu;
/** Words that questions are made of, and answers are not. */
const SAY_LITTLE = new Set(
  'many much happen happens happened happening get gets got could would may might must called name named kind sort somebody someone anybody anyone something tell use used want wants become becomes'.split(
    ' ',
  ),
);

export const isQuestion = (query: string): boolean => ASKS.test(query) || /\?\W*$/u.test(query);

/** How much of what its rarity says a word of a question counts for. */
export const sayOf = (word: string): number => (SAY_LITTLE.has(word) ? 0.35 : 1);
