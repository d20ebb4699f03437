/** Words of a text, and how they were marked. */
export interface MarkedWords {
  as: 'plain' | 'strong' | 'em' | 'code';
  text: string;
}

/**
 * Stars, underscores and backticks around words, nowhere within one. What they hold is short: a mark that is never closed
 * must not have the rest of a long text searched, for each of thousands.
 */
const MARKS =
  /`([^`\n]{1,200})`|(\*\*|__)(?=\S)([^\n]{1,200}?)(?<=\S)\2|(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^\n]{0,199}?[^\s*_])\4(?![\p{L}\p{N}*_])/gu;

/** A line of Markdown in its words, without the marks of emphasis. */
export function markedWords(text: string): MarkedWords[] {
  const words: MarkedWords[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) words.push({ as: 'plain', text: text.slice(at, end) });
  };
  for (const match of text.matchAll(MARKS)) {
    plain(match.index);
    const [all, code, , strong, , em] = match;
    if (code !== undefined) words.push({ as: 'code', text: code });
    else if (strong !== undefined) words.push({ as: 'strong', text: strong });
    else words.push({ as: 'em', text: em ?? '' });
    at = match.index + all.length;
  }
  plain(text.length);
  return words;
}
