import { decodeAs } from './encodings';

/** Groups without visible text, and headers and footers. */
export const INVISIBLE = new Set(
  'fonttbl colortbl stylesheet info header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl object objdata template filetbl atnid atnauthor atrfstart atrfend atndate pntext listtext nonshppict falt panose bkmkstart bkmkend mmathPr nonesttables'.split(
    ' ',
  ),
);
/** Text of control words. */
export const SYMBOLS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  tab: ' ',
  line: '\n',
  lbr: '\n',
};
/** Code pages by the number of a font's character set. */
export const CHARSETS: Record<number, number> = {
  0: 1252,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};
const LABELS: Record<number, string> = {
  10000: 'macintosh',
  65001: 'utf-8',
};

/** Decodes a Windows or Macintosh code page. */
export const decoded = (bytes: Uint8Array, page: number): string =>
  decodeAs(bytes, LABELS[page] ?? `cp${page}`);
