import type { Block, Inner } from '../block';
import { isReadAloud, isStatBlock, isStatBlockName } from '@tomekeeper/markdown';
import { wordsOf } from '../inlines';
import type { Out } from '../out';
import { innerOf } from './within';

/** Longest prose in a box that is taken for words to read aloud. */
const READ_ALOUD = 1500;

/** Which box a paragraph stands in, by the name of its style. */
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

/** What a paragraph with a frame or a ground of its own is in. */
export function framed(blocks: readonly Inner[]): Pick<Block, 'kind' | 'label'> {
  const text = blocks
    .map(({ inlines = [], rows = [] }) => wordsOf([...inlines, ...rows.flat(2)]))
    .join('\n');
  if (isStatBlock(text)) return { kind: 'stat_block' };
  const isProse = blocks.every(({ kind }) => kind === 'paragraph') && text.length <= READ_ALOUD;
  return { kind: 'callout', ...(isProse && { label: 'read_aloud' }) };
}

/** Puts paragraphs that follow each other in one box together, and lines of code. */
export class Flow {
  private key: string | undefined;
  private box: Pick<Block, 'kind' | 'label'> | undefined;
  private blocks: Inner[] = [];
  private after: Block[] = [];
  private anchors: string[] = [];

  constructor(private readonly out: Out) {}

  /** @param key of the box that it stands in; another key is another box */
  add(block: Block, key?: string, box?: Pick<Block, 'kind' | 'label'>): void {
    if (key !== this.key) this.flush();
    if (key === undefined) return this.out.add(block);
    this.key = key;
    this.box = box;
    this.anchors.push(...(block.anchors ?? []));
    if (block.kind === 'image') this.after.push(block);
    else this.blocks.push(...(block.blocks ?? [innerOf(block)]));
  }

  flush(): void {
    const { blocks, key } = this;
    const box = this.box ?? framed(blocks);
    if (key === 'code') {
      const lines = blocks.map(({ inlines = [] }) => wordsOf(inlines));
      this.out.add({ kind: 'code', inlines: [{ text: lines.join('\n') }] });
    } else if (blocks.length > 0) this.out.add({ ...box, blocks, anchors: this.anchors });
    for (const block of this.after) this.out.add(block);
    this.key = undefined;
    this.blocks = [];
    this.after = [];
    this.anchors = [];
  }
}
