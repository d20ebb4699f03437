import { type Inner, innersOf, isReadAloud, isStatBlockName, wordsOf } from '@tomekeeper/markdown';
import { separateImages, type Block } from '../passages/block';
import { boxKindOf } from '../passages/boxes';
import type { PassageWriter } from '../passages/passage-writer';

/** The box that a paragraph style stands for. */
export function boxOfStyle(name: string): Pick<Block, 'kind' | 'label'> | undefined {
  const plain = name.trim();
  if (isReadAloud(plain)) return { kind: 'callout', label: 'read_aloud' };
  if (isStatBlockName(plain) || /^stat ?block/i.test(plain)) return { kind: 'stat_block' };
  if (/quot|zitat|^citation/i.test(plain)) return { kind: 'quote' };
  if (/sidebar|callout/i.test(plain)) return { kind: 'callout' };
  return undefined;
}

export const isCodeStyle = (name: string): boolean =>
  /^(source ?code|code|html preformatted|preformatted text|macro text)/i.test(name);

/** Groups consecutive paragraphs of the same box, and lines of code. */
export class ParagraphGroups {
  private key: string | undefined;
  private box: Pick<Block, 'kind' | 'label'> | undefined;
  private blocks: Inner[] = [];
  private images: Block[] = [];
  private anchors: string[] = [];

  constructor(private readonly writer: PassageWriter) {}

  /** @param key identifies the box; undefined for paragraphs without one */
  add(block: Block, key?: string, box?: Pick<Block, 'kind' | 'label'>): void {
    if (key !== this.key) this.flush();
    if (key === undefined) return this.writer.add(block);
    this.key = key;
    this.box = box;
    this.anchors.push(...(block.anchors ?? []));
    const { blocks, images } = separateImages([block]);
    this.blocks.push(...blocks.flatMap(innersOf));
    this.images.push(...images);
    // Images stay next to their paragraph.
    if (this.blocks.length > 0 && this.images.length > 0) this.flush();
  }

  flush(): void {
    const { blocks, images, key } = this;
    const box = this.box ?? boxKindOf(blocks);
    if (key === 'code') {
      const lines = blocks.map(({ inlines = [] }) => wordsOf(inlines));
      this.writer.add({ kind: 'code', inlines: [{ text: lines.join('\n') }], images });
    } else if (blocks.length > 0)
      this.writer.add({ ...box, blocks, images, anchors: this.anchors });
    else for (const image of images) this.writer.add(image);
    this.key = undefined;
    this.blocks = [];
    this.images = [];
    this.anchors = [];
  }
}
