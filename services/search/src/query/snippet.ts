import { SEARCH_LIMITS, type Snippet } from '@tomekeeper/contracts-search';
import { compoundsIn, isUnspaced, normalize, TOKEN } from '../text/normalization';

interface Token {
  start: number;
  end: number;
  /** Score of a match; 0 without a match. */
  gain: number;
  stem: string | undefined;
}

/** Stem and score by normalized word of a text. */
export type Matches = ReadonlyMap<string, { stem: string; gain: number }>;

/** Words of a text with offsets and matches. */
export function tokens(text: string, matches: Matches): Token[] {
  // A compound matches as a whole: minuive in Minu'ive.
  const compounds = compoundsIn(text).filter(({ word }) => matches.has(word));
  const words = [...text.matchAll(TOKEN)]
    .map(({ 0: word, index }) => ({
      word: normalize(word).trim(),
      start: index,
      end: index + word.length,
    }))
    .filter(({ start }) => !compounds.some((one) => start >= one.start && start < one.end));
  return [...words, ...compounds]
    .sort((a, b) => a.start - b.start)
    .map(({ word, start, end }, at, all) => {
      const match = isUnspaced(word) ? pairMatch(all, at, matches) : matches.get(word);
      return { start, end, gain: match?.gain ?? 0, stem: match?.stem };
    });
}

interface Word {
  word: string;
  start: number;
  end: number;
}

/** The match of a character: with the next one, with the one before, or alone. */
function pairMatch(all: readonly Word[], at: number, matches: Matches) {
  const [before, one, next] = [all[at - 1], all[at], all[at + 1]];
  const pair = (first: Word | undefined, second: Word | undefined) =>
    first && second && first.end === second.start
      ? matches.get(first.word + second.word)
      : undefined;
  return pair(one, next) ?? pair(before, one) ?? matches.get(one?.word ?? '');
}

/** The excerpt with the best matches, highlighted. */
export function snippetOf(text: string, matches: Matches): Snippet {
  const all = tokens(text, matches);
  const marked = all.filter(({ gain }) => gain > 0);
  const { start, end } = bestExcerpt(text, all, marked);
  const parts: Snippet = [];
  const put = (part: string, match: boolean) => {
    if (part !== '') parts.push({ text: part, match });
  };
  let at = start;
  if (start > 0) put('…', false);
  for (const token of marked) {
    if (token.start < start || token.end > end) continue;
    put(text.slice(at, token.start), false);
    put(text.slice(token.start, token.end), true);
    at = token.end;
  }
  put(text.slice(at, end), false);
  if (end < text.length) put('…', false);
  return mergeParts(parts);
}

/** Begins shortly before the first match, and ends with a word. */
function bestExcerpt(
  text: string,
  all: readonly Token[],
  marked: readonly Token[],
): { start: number; end: number } {
  const length = SEARCH_LIMITS.snippetLength;
  if (text.length <= length) return { start: 0, end: text.length };
  let best = { at: 0, gain: -1 };
  for (const first of marked) {
    const gains = new Map<string, number>();
    for (const { start, end, stem, gain } of marked)
      if (stem !== undefined && start >= first.start && end <= first.start + (length * 3) / 4)
        gains.set(stem, gain);
    const gain = [...gains.values()].reduce((sum, one) => sum + one, 0);
    if (gain > best.gain) best = { at: first.start, gain };
  }
  const from = Math.min(Math.max(0, best.at - length / 4), text.length - length);
  const start = from <= 0 ? 0 : (all.find((token) => token.start >= from)?.start ?? 0);
  const end = all.findLast((token) => token.end <= start + length)?.end ?? start + length;
  // Includes trailing punctuation.
  return { start, end: text.length - end <= 8 ? text.length : Math.max(end, start + 1) };
}

/** Joins neighbors with the same highlight. */
function mergeParts(parts: Snippet): Snippet {
  const out: Snippet = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last && last.match === part.match) last.text += part.text;
    else out.push({ ...part });
  }
  return out;
}
