/** Scripts that put no spaces between words: each of their signs is looked for by itself. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;

/**
 * Signs by which PostgreSQL takes words on both their sides for one name: of a file (`mayor.pdf`, `mill/inn`), of a host, of an address,
 * of a mark or a number below nothing. Nobody looks for those.
 */
const JOINING = /(?<=[\p{L}\p{N}])[./@](?=[\p{L}\p{N}])|[-+](?=\p{N})|[<&]/gu;

/** Text as words are looked for in it: without case and accents. A word keeps its place among the words, not among the letters. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\0/gu, '')
    .replace(/[’ʼ]/g, "'")
    .replace(JOINING, ' ')
    .replace(UNSPACED, ' $& ')
    .toLowerCase();

/** Letters and digits that belong together. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Words of a text, as {@link folded} leaves them. */
export const wordsOf = (text: string): string[] => folded(text).match(WORD) ?? [];
