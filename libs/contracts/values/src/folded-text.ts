/** Letters that Unicode does not decompose, as people type them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const SPECIAL_LETTER = /[ßøæœłđðþı]/gu;

/** Text for comparison, without case and accents and with straight apostrophes. Lengths of characters may change. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\0/gu, '')
    .replace(/[’ʼ]/g, "'")
    .toLowerCase()
    .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter);
