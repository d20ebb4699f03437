import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import { rowsText, SECRET, wordsOf, type Inner } from '@tomekeeper/markdown';
import { ExtractionError } from '../extraction-error';
import { withImagesAfter, type Block } from './block';
import { contentBytes, limitContent } from './content-limits';
import type {
  ExtractedPassage,
  ExtractionEvent,
  ExtractionLimits,
  ExtractionWarning,
} from './extraction-event';
import { normalizeInlines, splitInlines } from './inlines';
import { SecretMarks } from './secret-markup';
import { tableParts } from './table-parts';

/** Images of one file and their total size. Further images are left out; their alternative text stays. */
const MAX_IMAGES = 2000;
const MAX_IMAGES_BYTES = 256 * 1024 * 1024;
const MAX_INLINES = 5000;
/** Blocks of one passage. Boxes with more are split. */
const MAX_BLOCKS = 1000;
const MAX_DEPTH = 8;
const MAX_ANCHORS = 20;
const MAX_ANCHOR = 200;

/** Turns blocks into passages and emits them, within the limits of one file. */
export class PassageWriter {
  private textBytes = 0;
  private contentBytes = 0;
  private passages = 0;
  private images = 0;
  private imageBytes = 0;
  private anchors: string[] = [];
  private secretMarks: SecretMarks | undefined;
  /** Whether a passage contains a letter or digit. */
  hasText = false;
  /** Whether the file contains secret markup, as far as it was parsed. */
  hasSecrets = false;

  constructor(
    private readonly limits: ExtractionLimits,
    private readonly emit: (event: ExtractionEvent) => void,
  ) {}

  /** Whether images are kept. Unpacking images that are then dropped wastes memory. */
  get wantsImages(): boolean {
    return this.limits.imageBytes > 0;
  }

  /** @param done from 0 to 1 */
  progress(done: number): void {
    this.emit({ progress: Math.round(Math.min(1, Math.max(0, done)) * 1000) / 1000 });
  }

  pages(pages: number): void {
    this.emit({ pages });
  }

  warn(warning: ExtractionWarning): void {
    this.emit({ warning });
  }

  /** @returns the number of the image for a block, undefined when a limit is reached */
  image(bytes: Buffer): number | undefined {
    if (bytes.length === 0 || bytes.length > this.limits.imageBytes) return undefined;
    if (this.images >= MAX_IMAGES || this.imageBytes + bytes.length > MAX_IMAGES_BYTES)
      return undefined;
    this.imageBytes += bytes.length;
    const number = ++this.images;
    this.emit({ image: { number, bytes } });
    return number;
  }

  /** Reports once that the file contains secret markup, with or without a secret passage. */
  secret(): void {
    if (this.hasSecrets) return;
    this.hasSecrets = true;
    this.emit({ secret: true });
  }

  /** Adds a link target to the next passage. */
  anchor(name: string): void {
    if (name !== '' && name.length <= MAX_ANCHOR && this.anchors.length < MAX_ANCHORS)
      this.anchors.push(name);
  }

  /** Searches the text of all further blocks for secrets, for formats without markup for secrets. */
  searchSecrets(): void {
    this.secretMarks = new SecretMarks();
  }

  /** Call after the last block. */
  end(): void {
    this.addAll(this.secretMarks?.end() ?? []);
  }

  add(block: Block): void {
    this.addAll(this.secretMarks?.read(block) ?? [block]);
  }

  private addAll(blocks: readonly Block[]): void {
    for (const block of blocks) for (const each of withImagesAfter(block)) this.addBlock(each);
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
        return this.put(block, normalizeInlines([{ text: block.alt ?? '' }]), {
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
    let rest = normalizeInlines(block.inlines ?? [], isCode);
    if (wordsOf(rest).trim() === '') return;
    let isFirst = true;
    while (rest.length > 0) {
      // The continuation of a long heading is text.
      const kind = block.kind === 'heading' && !isFirst ? 'paragraph' : block.kind;
      const [head, tail] = splitInlines(rest.slice(0, MAX_INLINES), this.limits.textLength);
      const inlines = normalizeInlines(head, isCode);
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
      // Very long cells become paragraphs.
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

  /** Splits a block that is longer than a passage. */
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
    let rest = normalizeInlines(inner.inlines ?? [], isCode);
    while (rest.length > 0) {
      const [head, tail] = splitInlines(rest, this.limits.textLength - 1);
      const marker = pieces.length === 0 &&
        inner.marker !== undefined && {
          marker: inner.marker.slice(0, 20),
        };
      const inlines = normalizeInlines(head, isCode);
      if (inlines.length > 0) pieces.push({ ...shared, inlines, ...marker });
      rest = tail;
    }
    return pieces;
  }

  private put(block: Block, words: Inline[], content: ExtractedPassage['content']): void {
    const text = wordsOf(words).slice(0, this.limits.textLength);
    if (++this.passages > this.limits.passages) throw new ExtractionError('too_large');
    this.textBytes += Buffer.byteLength(text);
    if (this.textBytes > this.limits.textBytes) throw new ExtractionError('too_large');
    this.hasText ||= /[\p{L}\p{N}]/u.test(text);
    const anchors = [...new Set([...this.anchors, ...(block.anchors ?? [])])].slice(0, MAX_ANCHORS);
    this.anchors = [];
    const passage: ExtractedPassage = {
      kind: block.kind,
      depth: Math.min(Math.max(block.depth ?? 0, 0), MAX_DEPTH),
      ...(block.kind === 'heading' && { level: Math.min(Math.max(block.level ?? 1, 1), 6) }),
      text,
      content: { ...limitContent(content, text), ...(anchors.length > 0 && { anchors }) },
      ...(block.page !== undefined && { page: block.page }),
      ...(block.region && { region: block.region }),
    };
    this.contentBytes += contentBytes(passage.content);
    if (this.contentBytes > this.limits.contentBytes) throw new ExtractionError('too_large');
    this.emit({ passage });
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
