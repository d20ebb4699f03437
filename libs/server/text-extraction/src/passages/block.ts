import type { Block as MarkdownBlock } from '@tomekeeper/markdown';

/** A block of a document of any format, which `PassageWriter` turns into passages. */
export interface Block extends MarkdownBlock {
  /** Number that `PassageWriter.image` returned. */
  image?: number | undefined;
  width?: number;
  height?: number;
  page?: number;
  region?: [number, number, number, number];
}
