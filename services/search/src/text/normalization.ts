/** Scripts without spaces: each character is a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;

/**
 * Characters that PostgreSQL's parser joins with the words around them, as in file names (`mayor.pdf`), hosts and
 * signed numbers. They become spaces, because users search for the single words.
 */
const JOINING = /(?<=[\p{L}\p{N}])[./@](?=[\p{L}\p{N}])|[-+](?=\p{N})|[<&]/gu;

/** Normalizes text for search: without case and accents. Keeps the order of words, but not character offsets. */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\0/gu, '')
    .replace(/[’ʼ]/g, "'")
    .replace(JOINING, ' ')
    .replace(UNSPACED, ' $& ')
    .toLowerCase();

/** A sequence of letters and digits. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Normalized words of a text. */
export const wordsOf = (text: string): string[] => normalize(text).match(WORD) ?? [];
