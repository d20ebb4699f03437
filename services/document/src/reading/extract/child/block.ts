import type { Block as MarkdownBlock } from '@tomekeeper/markdown';

export type { Inner } from '@tomekeeper/markdown';

/** What a format's reader makes of its file; how it becomes passages is the same for all. */
export interface Block extends MarkdownBlock {
  /** Of images: the number that `Out.image` gave. */
  image?: number | undefined;
  width?: number;
  height?: number;
  page?: number;
  region?: [number, number, number, number];
}
