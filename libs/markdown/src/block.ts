import type { Inline, PassageKind } from '@tomekeeper/contracts-document';

/** A block within a quote, callout or stat block. */
export interface Inner {
  kind: 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'divider';
  depth?: number;
  inlines?: Inline[];
  rows?: Inline[][][];
  marker?: string;
}

/** A block of a text before it becomes a passage. */
export interface Block {
  kind: PassageKind;
  depth?: number;
  level?: number;
  inlines?: Inline[];
  rows?: Inline[][][];
  hasHeader?: boolean;
  blocks?: Inner[];
  /** Of callouts; `secret` makes a block of any kind GM only. */
  label?: string;
  marker?: string;
  language?: string;
  /** Of images: the words in its place, and its address. */
  alt?: string;
  src?: string;
  /** Names by which links within the text point here. */
  anchors?: string[];
}

/** The label that makes a block GM only. */
export const SECRET = 'secret';

const INNER_KINDS: readonly string[] = ['heading', 'list_item', 'table', 'code', 'divider'];

/** A block as a part of a box. */
export function innerOf({ kind, inlines, rows, depth, marker }: Block): Inner {
  return {
    kind: INNER_KINDS.includes(kind) ? (kind as Inner['kind']) : 'paragraph',
    ...(depth !== undefined && { depth }),
    ...(inlines && { inlines }),
    ...(rows && { rows }),
    ...(marker !== undefined && { marker }),
  };
}

/** The parts of a box, or the block itself as a part of one. Images have no place in a box. */
export const innersOf = (block: Block): Inner[] =>
  block.blocks ?? (block.kind === 'image' ? [] : [innerOf(block)]);

export const wordsOf = (inlines: readonly Inline[]): string =>
  inlines.map(({ text }) => text).join('');

/** The text of a table: cells are separated by tabs, rows by line breaks. */
export const rowsText = (rows: readonly Inline[][][]): string =>
  rows.map((row) => row.map(wordsOf).join('\t')).join('\n');
