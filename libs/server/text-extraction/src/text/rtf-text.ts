import type { Inline } from '@tomekeeper/contracts-document';
import { type Inner, innerOf, SECRET, wordsOf } from '@tomekeeper/markdown';
import { withImagesAfter, type Block } from '../passages/block';
import type { PassageWriter } from '../passages/passage-writer';
import { cellInlines } from '../passages/cells';

/** State of a group; each group starts with a copy of the enclosing group's. */
export interface RtfState {
  isInvisible: boolean;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  hidden: boolean;
  font: number;
  /** Number of fallback characters after `\u`. */
  skip: number;
  href: string | undefined;
  into: 'text' | 'instruction' | 'picture' | 'fonts' | 'styles' | 'marker';
  text: RtfText;
}

export const initialState = (text: RtfText): RtfState => ({
  isInvisible: false,
  bold: false,
  italic: false,
  strike: false,
  hidden: false,
  font: -1,
  skip: 1,
  href: undefined,
  into: 'text',
  text,
});

/** Collects text into paragraphs, list items and table rows. */
export class RtfText {
  level: number | undefined;
  marker: string | undefined;
  depth = 0;
  isInTable = false;
  private inlines: Inline[] = [];
  private images: Block[] = [];
  private cells: Inline[][] = [];
  private rows: Inline[][][] = [];
  private tableImages: Block[] = [];

  constructor(private readonly writer: Pick<PassageWriter, 'add'>) {}

  /** Resets paragraph properties. */
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
    this.tableImages.push(...this.images.splice(0));
  }

  end(): void {
    if (this.isInTable || this.cells.length > 0) {
      if (this.inlines.length > 0) this.endCell();
      if (this.cells.length > 0) this.endRow();
      this.isInTable = false;
    }
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
    const images = this.images.splice(0);
    const marker = this.marker?.trim();
    if (this.level !== undefined)
      this.writer.add({
        kind: 'heading',
        level: this.level,
        inlines: [{ text: wordsOf(inlines).replaceAll('\n', ' ') }],
        images,
      });
    else if (marker !== undefined) {
      const isCounted = /[\p{L}\p{N}]/u.test(marker) && marker.length <= 20;
      this.writer.add({
        kind: 'list_item',
        depth: this.depth,
        inlines,
        images,
        ...(isCounted && { marker }),
      });
    } else this.writer.add({ kind: 'paragraph', inlines, images });
    this.marker = undefined;
  }

  private endTable(): void {
    if (this.rows.length > 0)
      this.writer.add({ kind: 'table', rows: this.rows, images: this.tableImages });
    this.rows = [];
    this.tableImages = [];
  }
}

/** Footnotes and comments, which follow the text. */
export class RtfNotes {
  private readonly blocks: Block[] = [];
  private footnotes = 0;

  /** @returns the number of the footnote and the target of its text */
  footnote(): { number: number; text: RtfText } {
    const number = ++this.footnotes;
    const note: Block = { kind: 'paragraph', inlines: [{ text: `[${number}] ` }] };
    this.blocks.push(note);
    const text = this.textOf({}, (block) => {
      if (note.inlines!.length > 1) note.inlines!.push({ text: '\n' });
      note.inlines!.push(...cellInlines([block]));
    });
    return { number, text };
  }

  /** Comments are GM only. @returns the target of the comment's text */
  comment(): RtfText {
    const blocks: Inner[] = [];
    this.blocks.push({ kind: 'callout', label: SECRET, blocks });
    return this.textOf({ label: SECRET }, (block) => blocks.push(innerOf(block)));
  }

  addTo(writer: PassageWriter): void {
    for (const block of this.blocks) writer.add(block);
  }

  /** @param marks of images, which follow the note */
  private textOf(marks: Pick<Block, 'label'>, add: (block: Block) => void): RtfText {
    return new RtfText({
      add: (block) => {
        for (const each of withImagesAfter(block))
          if (each.kind === 'image') this.blocks.push({ ...each, ...marks });
          else add(each);
      },
    });
  }
}
