import { SECRET, type Block as MarkdownBlock } from '@tomekeeper/markdown';

/** A block of a document of any format, which `PassageWriter` turns into passages. */
export interface Block extends MarkdownBlock {
  /** Number that `PassageWriter.image` returned. */
  image?: number | undefined;
  width?: number;
  height?: number;
  page?: number;
  region?: [number, number, number, number];
  /** Images in a block of another kind. They follow the block, and are secret if the block is. */
  images?: Block[];
}

/** @returns the block without its images, then the images */
export const withImagesAfter = ({ images = [], ...block }: Block): Block[] => [
  block,
  ...images.map((image) => (block.label === SECRET ? { ...image, label: SECRET } : image)),
];

/** Moves the images of blocks, for a box or cell around the blocks. */
export function separateImages(blocks: readonly Block[]): { blocks: Block[]; images: Block[] } {
  const all = blocks.flatMap(withImagesAfter);
  return {
    blocks: all.filter(({ kind }) => kind !== 'image'),
    images: all.filter(({ kind }) => kind === 'image'),
  };
}
