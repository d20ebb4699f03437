import { parseListMarker } from '@tomekeeper/contracts-document/list-marker';

/** Of the attribute `value` in browsers. */
const MAX_NUMBER = 2 ** 31 - 1;

interface ListItem {
  depth: number;
  marker?: string | undefined;
}

/** Nests the items of consecutive lists. An item stays open for the lists within it. */
export class ListWriter {
  /** Start tags of the open lists, outermost first. */
  private readonly open: string[] = [];

  /** @param write returns the HTML of the item; its argument is text that precedes it */
  add({ depth, marker }: ListItem, write: (before: string) => string): string {
    const { tag, value } = listOf(marker);
    let html = this.close(depth + 1);
    if (this.open.length > depth) html += this.open[depth] === tag ? '</li>' : this.close(depth);
    while (this.open.length < depth) html += `${this.start('ul')}<li>`;
    if (this.open.length === depth) html += this.start(tag);
    const attribute = value === undefined ? '' : ` value="${value}"`;
    return `${html}<li${attribute}>${write(tag === 'ul' && marker ? `${marker} ` : '')}`;
  }

  /** Ends the lists below a level. */
  close(level = 0): string {
    return this.open
      .splice(level)
      .toReversed()
      .map((tag) => `</li></${tag.slice(0, 2)}>`)
      .join('');
  }

  private start(tag: string): string {
    this.open.push(tag);
    return `<${tag}>`;
  }
}

/** Markers other than numbers and letters are text of a bullet. */
function listOf(marker: string | undefined): { tag: string; value?: number } {
  const ordered = parseListMarker(marker ?? null);
  if (ordered?.number === undefined || ordered.number > MAX_NUMBER) return { tag: 'ul' };
  const type = { digits: '', lower: ' type="a"', upper: ' type="A"' }[ordered.style];
  return { tag: `ol${type}`, value: ordered.number };
}
