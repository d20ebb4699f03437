const LINE_BREAK = / *\n\s*/g;

/** Escapes characters that Markdown or Obsidian would read as markup, and addresses that would become links. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]~]|<(?=[a-z/!?])|(?<!\S)\^/gi, '\\$&')
    // Within words underscores are no marks.
    .replaceAll(/(?<![a-z\d])_|_(?![a-z\d])/gi, '\\_')
    .replaceAll(/={2,}|%{2,}/g, (signs) => signs.replaceAll(/./g, '\\$&'))
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/(https?|ftp):(?=\/\/)/gi, '$1\\:')
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replaceAll(/(?<=\w)@(?=\w)/g, '\\@');

/** @param lineEnd the markup of a line break */
export const breakLines = (text: string, lineEnd: string): string =>
  text.replaceAll(LINE_BREAK, () => lineEnd);

/** Line prefixes that Markdown reads as a heading, quote, list item, rule or table row. */
const LINE_START = /^(\d{0,9}(?=[.)](?:\s|$))|)(#|>|[-+:=|.)])/;

/** Escapes characters that would start another block at the beginning of a line. */
export const escapeLineStarts = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .trimStart()
        .replace(LINE_START, (_, digits: string, sign: string) => `${digits}\\${sign}`),
    )
    .join('\n');

/** An address between `<` and `>`. */
export const escapeAddress = (address: string): string =>
  address
    .replaceAll(/[<>\\]/g, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/[\r\n]/g, encodeURIComponent);

/** The length of the longest run of backticks. */
export const longestBackticks = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
