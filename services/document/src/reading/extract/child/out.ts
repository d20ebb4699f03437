import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import type { ReadPassage } from '../answer-lines';
import type { Block, Inner } from './block';
import { bounded, bytesOf } from './bounded';
import { cut, tidy, wordsOf } from './inlines';
import { SECRET } from '@tomekeeper/markdown';
import { Refused } from './refused';
import { SecretMarks } from './secret-markup';
import { rowsText, tableParts } from './table-parts';

export interface Limits {
  textBytes: number;
  /** Of what all passages are made of, as JSON. */
  contentBytes: number;
  passages: number;
  textLength: number;
  imageBytes: number;
}

/** Pictures of one file, by number and together; what is beyond is left out, its place and words stay. */
const MAX_IMAGES = 2000;
const MAX_IMAGES_BYTES = 256 * 1024 * 1024;
const MAX_INLINES = 5000;
/** Blocks of one passage; boxes with more are split. */
const MAX_BLOCKS = 1000;
const MAX_DEPTH = 8;
const MAX_ANCHORS = 20;
const MAX_ANCHOR = 200;

/** Makes passages of blocks and writes them as lines, within the bounds of a text. */
export class Out {
  private textBytes = 0;
  private contentBytes = 0;
  private passages = 0;
  private images = 0;
  private imageBytes = 0;
  private words = 0;
  private anchors: string[] = [];
  private isSecretSaid = false;
  private marks: SecretMarks | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly write: (line: string, bytes?: Uint8Array) => void,
  ) {}

  /** Whether images are wanted: a reader that unpacks them only to see them dropped wastes memory. */
  get takesImages(): boolean {
    return this.limits.imageBytes > 0;
  }

  /** Whether anything can be read in it. */
  get hasText(): boolean {
    return this.words > 0;
  }

  progress(done: number): void {
    this.line({ progress: Math.round(Math.min(1, Math.max(0, done)) * 1000) / 1000 });
  }

  pages(pages: number): void {
    this.line({ pages });
  }

  /** @returns the number by which a block names it; none where it cannot be kept */
  image(bytes: Uint8Array): number | undefined {
    if (bytes.length === 0 || bytes.length > this.limits.imageBytes) return undefined;
    if (this.images >= MAX_IMAGES || this.imageBytes + bytes.length > MAX_IMAGES_BYTES)
      return undefined;
    this.imageBytes += bytes.length;
    const number = ++this.images;
    this.line({ image: { number, size: bytes.length } }, bytes);
    return number;
  }

  /** Says once that the file contains secret markup, with or without a passage of its own. */
  secret(): void {
    if (this.isSecretSaid) return;
    this.isSecretSaid = true;
    this.line({ secret: true });
  }

  /** Names where the next passage stands. */
  anchor(name: string): void {
    if (name !== '' && name.length <= MAX_ANCHOR && this.anchors.length < MAX_ANCHORS)
      this.anchors.push(name);
  }

  /** Searches the text of blocks for secrets: for formats that have no markup of their own for them. */
  searchSecrets(): void {
    this.marks = new SecretMarks();
  }

  /** Call after the last block. */
  end(): void {
    for (const block of this.marks?.end() ?? []) this.addBlock(block);
  }

  add(block: Block): void {
    for (const each of this.marks?.read(block) ?? [block]) this.addBlock(each);
  }

  private addBlock(block: Block): void {
    if (block.label === SECRET) this.secret();
    switch (block.kind) {
      case 'table':
        return this.addTable(block);
      case 'quote':
      case 'callout':
      case 'stat_block':
        return this.addBox(block);
      case 'image':
        return this.put(block, tidy([{ text: block.alt ?? '' }]), {
          ...(block.label && { label: block.label.slice(0, 80) }),
          ...(block.image !== undefined && { image: block.image }),
          ...size(block),
        });
      case 'divider':
        return this.put(block, [], {});
      default:
        return this.addWords(block);
    }
  }

  private addWords(block: Block): void {
    const isCode = block.kind === 'code';
    let rest = tidy(block.inlines ?? [], isCode);
    if (wordsOf(rest).trim() === '') return;
    let isFirst = true;
    while (rest.length > 0) {
      // A heading that goes on is text.
      const kind = block.kind === 'heading' && !isFirst ? 'paragraph' : block.kind;
      const [head, tail] = cut(rest.slice(0, MAX_INLINES), this.limits.textLength);
      const inlines = tidy(head, isCode);
      if (inlines.length > 0)
        this.put({ ...block, kind }, inlines, {
          inlines,
          ...(block.marker !== undefined && isFirst && { marker: block.marker.slice(0, 20) }),
          ...(block.language && { language: block.language.slice(0, 40) }),
        });
      rest = [...tail, ...rest.slice(MAX_INLINES)];
      isFirst = false;
    }
  }

  private addTable(block: Block): void {
    const most = this.limits.textLength;
    for (const [index, rows] of tableParts(block.rows ?? [], most).entries()) {
      const text = rowsText(rows);
      // Very long cells are paragraphs.
      if (text.length >= most)
        for (const cell of rows.flat())
          this.addWords({ ...place(block), kind: 'paragraph', inlines: cell });
      else {
        const hasHeader = index === 0 && block.hasHeader === true;
        this.put(block, [{ text }], { rows, ...(hasHeader && { hasHeader }) });
      }
    }
  }

  private addBox(block: Block): void {
    const inner = (block.blocks ?? []).flatMap((each) => this.innerOf(each));
    const label = block.label && { label: block.label.slice(0, 80) };
    let part: InnerBlock[] = [];
    let texts: string[] = [];
    let length = 0;
    const flush = () => {
      if (texts.length > 0)
        this.put(block, [{ text: texts.join('\n') }], { blocks: part, ...label });
      part = [];
      texts = [];
      length = 0;
    };
    for (const each of inner) {
      const text = each.rows ? rowsText(each.rows) : wordsOf(each.inlines ?? []);
      if (length + text.length + 1 > this.limits.textLength || part.length >= MAX_BLOCKS) flush();
      part.push(each);
      if (text !== '') texts.push(text);
      length += text.length + 1;
    }
    flush();
  }

  /** In pieces, where it is longer than a passage may be. */
  private innerOf(inner: Inner): InnerBlock[] {
    const shared = { kind: inner.kind, depth: Math.min(inner.depth ?? 0, MAX_DEPTH) };
    if (inner.kind === 'divider') return [shared];
    if (inner.kind === 'table') {
      const most = this.limits.textLength - 1;
      return tableParts(inner.rows ?? [], most).flatMap((rows) =>
        rowsText(rows).length < most
          ? [{ ...shared, rows }]
          : rows.flat().flatMap((cell) => this.innerOf({ kind: 'paragraph', inlines: cell })),
      );
    }
    const isCode = inner.kind === 'code';
    const pieces: InnerBlock[] = [];
    let rest = tidy(inner.inlines ?? [], isCode);
    while (rest.length > 0) {
      const [head, tail] = cut(rest, this.limits.textLength - 1);
      const marker = pieces.length === 0 &&
        inner.marker !== undefined && {
          marker: inner.marker.slice(0, 20),
        };
      const inlines = tidy(head, isCode);
      if (inlines.length > 0) pieces.push({ ...shared, inlines, ...marker });
      rest = tail;
    }
    return pieces;
  }

  private put(block: Block, words: Inline[], content: ReadPassage['content']): void {
    const text = wordsOf(words).slice(0, this.limits.textLength);
    if (++this.passages > this.limits.passages) throw new Refused('too_large');
    this.textBytes += Buffer.byteLength(text);
    if (this.textBytes > this.limits.textBytes) throw new Refused('too_large');
    if (/[\p{L}\p{N}]/u.test(text)) this.words++;
    const anchors = [...new Set([...this.anchors, ...(block.anchors ?? [])])].slice(0, MAX_ANCHORS);
    this.anchors = [];
    const passage: ReadPassage = {
      kind: block.kind,
      depth: Math.min(Math.max(block.depth ?? 0, 0), MAX_DEPTH),
      ...(block.kind === 'heading' && { level: Math.min(Math.max(block.level ?? 1, 1), 6) }),
      text,
      content: { ...bounded(content, text), ...(anchors.length > 0 && { anchors }) },
      ...(block.page !== undefined && { page: block.page }),
      ...(block.region && { region: block.region }),
    };
    this.contentBytes += bytesOf(passage.content);
    if (this.contentBytes > this.limits.contentBytes) throw new Refused('too_large');
    this.line({ passage });
  }

  private line(line: object, bytes?: Uint8Array): void {
    this.write(`${JSON.stringify(line)}\n`, bytes);
  }
}

const place = ({ page, region }: Block): Pick<Block, 'page' | 'region'> => ({
  ...(page !== undefined && { page }),
  ...(region && { region }),
});

const size = ({ width, height }: Block): { width?: number; height?: number } =>
  width !== undefined && height !== undefined && width > 0 && height > 0
    ? { width: Math.round(width), height: Math.round(height) }
    : {};
