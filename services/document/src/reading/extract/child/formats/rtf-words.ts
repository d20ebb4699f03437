import { decodeAs } from '../encodings';

/** Groups that say how the text looks, or what stands on every page. */
export const UNSEEN = new Set(
  'fonttbl colortbl stylesheet info header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl object objdata template filetbl atnid atnauthor atrfstart atrfend atndate pntext listtext nonshppict falt panose bkmkstart bkmkend mmathPr nonesttables'.split(
    ' ',
  ),
);
/** What words of control stand for. */
export const SAID: Record<string, string> = {
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

/** Bytes in one of the code pages of Windows and others. */
export const decoded = (bytes: Uint8Array, page: number): string =>
  decodeAs(bytes, LABELS[page] ?? `cp${page}`);
