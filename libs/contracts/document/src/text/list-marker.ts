/** Marker of an item in an ordered list, such as `3.`, `b)` or `C.`. */
export interface OrderedMarker {
  style: 'digits' | 'lower' | 'upper';
  /** Character after the number or letter. */
  sign: string;
  /** Position in the list, from 1; undefined for Roman numerals and other words, which cannot be told from letters. */
  number: number | undefined;
}

const LETTERS = 26;

/** @returns undefined for bullets, check boxes and free text */
export function parseListMarker(marker: string | null): OrderedMarker | undefined {
  const [, value = '', sign = ''] = /^\(?(\d+|[a-z]{1,5})([.)])$/i.exec(marker ?? '') ?? [];
  if (value === '') return undefined;
  if (/^\d/.test(value)) return { style: 'digits', sign, number: Number(value) };
  const style = value === value.toLowerCase() ? 'lower' : 'upper';
  const number = value.length === 1 ? value.toLowerCase().charCodeAt(0) - 96 : undefined;
  return { style, sign, number };
}

/** Formats the marker of the item with this number, from 1: `c.`, and `27.` after `z.`. */
export function formatListMarker(
  number: number,
  { style, sign }: Pick<OrderedMarker, 'style' | 'sign'>,
): string {
  if (style === 'digits' || number < 1 || number > LETTERS) return `${number}${sign}`;
  const letter = String.fromCharCode(96 + number);
  return `${style === 'lower' ? letter : letter.toUpperCase()}${sign}`;
}

/** Markers of check list items. */
export const UNCHECKED = '☐';
export const CHECKED = '☑';
