import { wordsOf } from '../words/folded';

/** What a word is worth that names whom or what is asked about, in parts of one that says what is to be known of it. */
const NAMED = 0.5;

/** Words that are written with a capital letter, where a sentence does not begin with them; folded. */
export function namesIn(question: string): ReadonlySet<string> {
  const words = [...question.matchAll(/(?<=[^\s.!?:]\s+)\p{Lu}[\p{L}\p{M}-]+/gu)];
  return new Set(words.flatMap(([word]) => wordsOf(word)));
}

interface Weighed {
  spelt: { asked: string };
  stems: ReadonlyMap<string, number>;
  worth: number;
}

/**
 * Words of a question as they count for evidence: that somebody is named in a passage does not say that what is asked of them
 * stands there. Where nothing but names is asked for, they count whole.
 */
export function forEvidence<Term extends Weighed>(
  terms: readonly Term[],
  question: string,
): Term[] {
  const names = namesIn(question);
  if (terms.every(({ spelt }) => names.has(spelt.asked))) return [...terms];
  return terms.map((term) =>
    names.has(term.spelt.asked)
      ? {
          ...term,
          worth: term.worth * NAMED,
          stems: new Map([...term.stems].map(([stem, gain]) => [stem, gain * NAMED])),
        }
      : term,
  );
}
