// Books of words as often as words are in books: few of them everywhere, most of them hardly anywhere.

const SYLLABLES = 'ka lo mir sen dra vor el thu bri nas gol pe ri ash tam quo wen fi zar ul'.split(
  ' ',
);
const KNOWN =
  `dragon sword tavern blacksmith river bridge ghost castle village forest priest goblin treasure king harbour storm queen lantern
  marsh tower bell moon raven curse knight temple crypt wolf merchant ship captain monk giant door light poison rope shadow`.split(
    /\s+/,
  );
const SMALL = 'the of and to in is that it for was with his they are on at by this from'.split(' ');
const WORDS = 30_000;

/** @param {number} seed */
function numbers(seed) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** The word of a rank, always the same. @param {number} rank */
function wordAt(rank) {
  const known = KNOWN[rank];
  if (known) return known;
  let word = '';
  for (let left = rank + 7; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length];
  return word;
}

/** @param {number} seed */
function writer(seed) {
  const next = numbers(seed);
  // By Zipf's law, about.
  const word = () =>
    next() < 0.4
      ? (SMALL[Math.floor(next() * SMALL.length)] ?? '')
      : wordAt(Math.floor(WORDS ** next()) - 1);
  return {
    next,
    words: (/** @type {number} */ count) => Array.from({ length: count }, word).join(' '),
  };
}

/** A book in Markdown of about so many passages. @param {number} passages @param {number} seed */
export function madeBookOfWords(passages, seed) {
  const { next, words } = writer(seed);
  const parts = Array.from({ length: passages }, (_, at) =>
    at % 12 === 0
      ? `${at % 60 === 0 ? '#' : '##'} ${words(3)}`
      : `${words(8 + Math.floor(next() * 45))}.`,
  );
  return Buffer.from(`# Book ${seed}\n\n${parts.join('\n\n')}\n`);
}

/** The body of a page with such a book. @param {Buffer} book */
export const asHtml = (book) =>
  book
    .toString()
    .trim()
    .split('\n\n')
    .map((part) =>
      part.replace(
        /^(#*) ?(.*)$/s,
        (_, { length }, text) => `<${length ? `h${length}` : 'p'}>${text}`,
      ),
    )
    .join('\n');

/** Questions of two to six words of such books, some of them misspelt. @param {number} count */
export function madeQuestions(count) {
  const { next, words } = writer(4711);
  return Array.from({ length: count }, (_, at) => {
    const asked = words(2 + Math.floor(next() * 5));
    if (at % 5 === 0) return `what is ${asked}?`;
    return at % 5 === 1 ? asked.replace(/(\w{3})(\w)/u, '$1$2$2') : asked;
  });
}
