import type { Inline } from '@tomekeeper/contracts-document';
import type { Block } from '../block';
import { wordsOf } from '../inlines';
import type { Out } from '../out';

/** Gathers words into paragraphs, items of lists and rows of tables. */
export class RtfText {
  level: number | undefined;
  marker: string | undefined;
  depth = 0;
  isInTable = false;
  private inlines: Inline[] = [];
  private images: Block[] = [];
  private cells: Inline[][] = [];
  private rows: Inline[][][] = [];

  constructor(private readonly out: Out) {}

  /** What a paragraph was is not what the next one is. */
  reset(): void {
    this.level = undefined;
    this.marker = undefined;
    this.depth = 0;
    this.isInTable = false;
  }

  add(inline: Inline): void {
    this.inlines.push(inline);
  }

  addImage(image: number): void {
    this.images.push({ kind: 'image', image });
  }

  endCell(): void {
    this.cells.push(this.takeInlines());
  }

  endRow(): void {
    this.rows.push(this.cells);
    this.cells = [];
  }

  end(): void {
    this.endParagraph();
    this.endTable();
  }

  private takeInlines(): Inline[] {
    const { inlines } = this;
    this.inlines = [];
    return inlines;
  }

  endParagraph(): void {
    if (this.isInTable || this.cells.length > 0) {
      this.inlines.push({ text: '\n' });
      return;
    }
    this.endTable();
    const inlines = this.takeInlines();
    const marker = this.marker?.trim();
    if (this.level !== undefined)
      this.out.add({
        kind: 'heading',
        level: this.level,
        inlines: [{ text: wordsOf(inlines).replaceAll('\n', ' ') }],
      });
    else if (marker !== undefined) {
      const isCounted = /[\p{L}\p{N}]/u.test(marker) && marker.length <= 20;
      this.out.add({ kind: 'list_item', depth: this.depth, inlines, ...(isCounted && { marker }) });
    } else this.out.add({ kind: 'paragraph', inlines });
    this.marker = undefined;
    for (const image of this.images.splice(0)) this.out.add(image);
  }

  private endTable(): void {
    if (this.rows.length > 0) this.out.add({ kind: 'table', rows: this.rows });
    this.rows = [];
  }
}
