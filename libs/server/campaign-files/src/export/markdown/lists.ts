import { CHECKED, UNCHECKED, parseListMarker } from '@tomekeeper/contracts-document/list-marker';

export interface ListItem {
  depth: number;
  marker?: string | undefined;
}

const BULLET = '- ';
/** CommonMark's limit. */
const MAX_NUMBER = 999_999_999;

/** Indents the items of one list. */
export class ListWriter {
  /** Columns that each open level takes. */
  private readonly widths: number[] = [];

  /** @param write returns the text of the item; its argument is text that precedes it */
  add({ depth, marker }: ListItem, write: (before: string) => string): string {
    const sign = signOf(marker);
    const isFirst = this.widths.length === 0;
    const isChild = depth >= this.widths.length;
    const indent = ' '.repeat(sum(this.widths.slice(0, depth)));
    // Levels without an item become empty items, which the parser leaves out.
    const missing = Math.max(0, depth - this.widths.length);
    this.widths.length = Math.min(this.widths.length, depth);
    for (let level = 0; level < missing; level++) this.widths.push(BULLET.length);
    const start = sign ?? BULLET;
    const markerWidth = /^- /.test(start) ? BULLET.length : start.length;
    this.widths.push(markerWidth);
    const text = write(sign === undefined && marker ? `${marker} ` : '');
    const lines = text.replaceAll('\n', `\n${' '.repeat(sum(this.widths))}`);
    // Only a list that begins with 1 interrupts the text of the item above.
    const isApart = isChild && !isFirst && missing === 0 && /^\d/.test(start) && start !== '1. ';
    const separator = isFirst ? '' : isApart ? '\n\n' : '\n';
    return `${separator}${indent}${BULLET.repeat(missing)}${start}${lines}`;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Markdown has bullets, numbers and check boxes: a letter becomes its number. Undefined for other markers, which become text. */
function signOf(marker: string | undefined): string | undefined {
  if (marker === UNCHECKED) return '- [ ] ';
  if (marker === CHECKED) return '- [x] ';
  const ordered = parseListMarker(marker ?? null);
  return ordered?.number !== undefined && ordered.number <= MAX_NUMBER
    ? `${ordered.number}${ordered.sign} `
    : undefined;
}
