/** Where words stand in a text: from and up to, in UTF-16 units. */
export type FoundAt = readonly [start: number, end: number];

/** Letters alike, whatever their case and accents. */
export const folded = (letter: string): string =>
  letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What is looked for, as the service does: words next to each other, in any case and accent, parts of words too. */
export function wordsToFind(typed: string): RegExp | undefined {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(escaped.join('\\s+'), 'g');
}

/** All places in a text where the words stand. */
export function foundIn(text: string, words: RegExp | undefined): readonly FoundAt[] {
  if (!words || text === '') return [];
  let plain = '';
  /** Of each unit of `plain`, where its letter begins in the text. */
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const same = folded(letter);
    for (let unit = 0; unit < same.length; unit += 1) from.push(at);
    plain += same;
    at += letter.length;
  }
  from.push(text.length);
  return [...plain.matchAll(words)].map(({ 0: match, index }) => {
    const last = from[index + match.length - 1] ?? text.length;
    // What has been left out of the last letter, such as its accent, belongs to it.
    let end = index + match.length;
    while ((from[end] ?? text.length) === last && end < plain.length) end += 1;
    return [from[index] ?? 0, from[end] ?? text.length] as const;
  });
}
