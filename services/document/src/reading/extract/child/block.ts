import type { Inline, PassageKind } from '@tomekeeper/contracts-document';

/** A block within a quote, callout or stat block. */
export interface Inner {
  kind: 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'divider';
  depth?: number;
  inlines?: Inline[];
  rows?: Inline[][][];
  marker?: string;
}

/** What a format's reader makes of its file; how it becomes passages is the same for all. */
export interface Block {
  kind: PassageKind;
  depth?: number;
  level?: number;
  inlines?: Inline[];
  rows?: Inline[][][];
  hasHeader?: boolean;
  blocks?: Inner[];
  label?: string;
  marker?: string;
  language?: string;
  /** Of images: the number that `Out.image` gave, and the words that stand in its place. */
  image?: number | undefined;
  alt?: string;
  width?: number;
  height?: number;
  page?: number;
  region?: [number, number, number, number];
  /** Names by which links within the file point here. */
  anchors?: string[];
}
