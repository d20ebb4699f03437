import { foldText } from '@tomekeeper/contracts-values';

/** Range of a match in UTF-16 code units, end excluded. */
export type FoundAt = readonly [start: number, end: number];

/** Pattern for the query with the semantics of the service: adjacent words, ignoring case and accents, partial words included. */
export function wordsToFind(typed: string): RegExp | undefined {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(escaped.join('\\s+'), 'g');
}

/** Ranges of all matches in a text. */
export function foundIn(text: string, words: RegExp | undefined): readonly FoundAt[] {
  if (!words || text === '') return [];
  let plain = '';
  /** Maps each unit of `plain` to the start of its character in the text. */
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const same = foldText(letter);
    for (let unit = 0; unit < same.length; unit += 1) from.push(at);
    plain += same;
    at += letter.length;
  }
  from.push(text.length);
  return [...plain.matchAll(words)].map(({ 0: match, index }) => {
    const last = from[index + match.length - 1] ?? text.length;
    // Removed parts of the last character, such as its accent, belong to the match.
    let end = index + match.length;
    while ((from[end] ?? text.length) === last && end < plain.length) end += 1;
    return [from[index] ?? 0, from[end] ?? text.length] as const;
  });
}
