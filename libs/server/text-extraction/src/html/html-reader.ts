import type { Inline } from '@tomekeeper/contracts-document';
import { type Inner, innersOf, isStatBlock, SECRET, wordsOf } from '@tomekeeper/markdown';
import { separateImages, type Block } from '../passages/block';
import { boxOf, isSecretElement } from './html-boxes';
import { marksOf, type Marks } from './html-marks';
import { hasBlocksOfPage, rowsOf, spread } from './html-tables';
import { attribute, isHidden, nodesBelow, textBelow, type HtmlNode } from './html-tree';
import { cellInlines } from '../passages/cells';

export interface Resources {
  /** @returns the number of an embedded image */
  imageOf: (source: string) => number | undefined;
  /** @returns a link target for `safeHref` */
  hrefOf: (href: string) => string | undefined;
}

const INVISIBLE = new Set(
  'head script style template noscript iframe object embed svg canvas audio video map input select textarea button'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'address article aside blockquote body center details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table ul caption tbody thead tfoot tr td th'.split(
    ' ',
  ),
);
/** Below this depth only text is extracted. */
const MAX_DEPTH = 150;

/** Converts an HTML tree to blocks, without active and hidden elements. */
export class HtmlReader {
  private inlines: Inline[] = [];
  /** Whether `inlines` contains more than spaces. */
  private hasWords = false;
  private images: Block[] = [];
  private anchors: string[] = [];
  private linkedAnchors: ReadonlySet<string> | undefined;
  /** Kind of the block in progress. */
  private as: Omit<Block, 'inlines'> = { kind: 'paragraph' };
  private level = 0;
  private isWithin = false;

  constructor(
    private readonly emit: (block: Block) => void,
    private readonly resources: Resources,
    private readonly nameOf: (id: string) => string = (id) => id,
  ) {}

  /** Sets the link targets to keep. */
  linked(names: ReadonlySet<string>): void {
    this.linkedAnchors = names;
  }

  read(root: HtmlNode): void {
    this.children(root, {}, 0);
    this.flush();
  }

  private children(node: HtmlNode, marks: Marks, listDepth: number): void {
    if (++this.level > MAX_DEPTH) {
      const isSecret = [...nodesBelow(node)].some(isSecretElement);
      if (isSecret) this.flush();
      this.say(textBelow(node), marks);
      if (isSecret) this.putSecret();
    } else for (const child of node.childNodes ?? []) this.node(child, marks, listDepth);
    this.level--;
  }

  private node(node: HtmlNode, marks: Marks, listDepth: number): void {
    if (node.nodeName === '#text') return this.say(node.value ?? '', marks);
    const { tagName } = node;
    if (tagName === undefined) return;
    if (INVISIBLE.has(tagName) || isHidden(node)) return;
    const isBlock = BLOCKS.has(tagName);
    // The anchor of a block belongs to that block, not to the text before it. Within a list item, a block is a line.
    if (isBlock && this.as.kind === 'paragraph') this.flush();
    this.anchorOf(node);
    if (isBlock) return this.block(node, tagName, marks, listDepth);
    switch (tagName) {
      case 'br':
        return void this.inlines.push({ text: '\n', ...marks });
      case 'img':
      case 'image':
        return this.image(node);
      case 'wbr':
      case 'rp':
        return;
    }
    this.children(node, { ...marks, ...marksOf(node, tagName, this.resources.hrefOf) }, listDepth);
  }

  private say(text: string, marks: Marks): void {
    if (text === '') return;
    this.inlines.push({ text: text.replace(/[\t\n\f\r ]+/g, ' '), ...marks });
    this.hasWords ||= text.trim() !== '';
  }

  private block(node: HtmlNode, tagName: string, marks: Marks, listDepth: number): void {
    const box = boxOf(node, tagName);
    if (box) return this.box(node, box, marks);
    switch (tagName) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.withKind({ kind: 'heading', level: Number(tagName[1]) }, node, {}, listDepth);
      case 'hr':
        this.flush();
        return this.put({ kind: 'divider' });
      case 'pre':
        return this.code(node);
      case 'table':
        return this.table(node, marks, listDepth);
      case 'ul':
      case 'ol':
      case 'menu':
        return this.list(node, tagName === 'ol', marks, listDepth);
      case 'li':
        // A list item without a list.
        return this.withKind({ kind: 'list_item', depth: 0 }, node, marks, 1);
      default: {
        // A paragraph of a list item is a line of the item.
        const isLine = this.as.kind !== 'paragraph';
        const extra = marksOf(node, tagName, this.resources.hrefOf);
        if (isLine) this.newLine();
        else this.flush();
        this.children(node, { ...marks, ...extra }, listDepth);
        if (isLine) this.newLine();
        else this.flush();
      }
    }
  }

  private newLine(): void {
    if (this.hasWords) this.inlines.push({ text: '\n' });
  }

  private withKind(as: Omit<Block, 'inlines'>, node: HtmlNode, marks: Marks, depth: number): void {
    this.flush();
    const before = this.as;
    this.as = as;
    this.children(node, marks, depth);
    this.flush();
    this.as = before;
  }

  private list(node: HtmlNode, isCounted: boolean, marks: Marks, depth: number): void {
    this.flush();
    const before = this.as;
    let count = Number(attribute(node, 'start') ?? 1) || 1;
    for (const child of node.childNodes ?? []) {
      if (child.tagName === 'ul' || child.tagName === 'ol') this.node(child, marks, depth + 1);
      if (child.tagName !== 'li' || isHidden(child)) continue;
      const value = Number(attribute(child, 'value') ?? NaN);
      if (Number.isInteger(value)) count = value;
      this.as = { kind: 'list_item', depth, ...(isCounted && { marker: `${count++}.` }) };
      this.anchorOf(child);
      this.children(child, marks, depth + 1);
      this.flush();
    }
    this.as = before;
  }

  private code(node: HtmlNode): void {
    this.flush();
    const name = [node, ...(node.childNodes ?? [])]
      .map((each) => /\blang(?:uage)?-([\w+#-]{1,40})/.exec(attribute(each, 'class') ?? '')?.[1])
      .find(Boolean);
    const text = textBelow(node).replace(/^\n/, '');
    const isSecret = [...nodesBelow(node)].some(isSecretElement);
    const code: Inner = { kind: 'code', inlines: [{ text }] };
    if (isSecret) this.put({ kind: 'callout', label: SECRET, blocks: [code] });
    else this.put({ ...code, ...(name && { language: name }) });
  }

  private table(node: HtmlNode, marks: Marks, listDepth: number): void {
    this.flush();
    const { rows, caption } = rowsOf(node);
    const cells = rows.flatMap(({ cells }) => cells);
    // Layout tables become their contents.
    const isLayout = cells.length <= 1 || cells.some((cell) => hasBlocksOfPage(cell));
    if (caption)
      this.withKind({ kind: 'paragraph' }, caption, { ...marks, italic: true }, listDepth);
    if (isLayout) {
      for (const cell of cells) {
        this.children(cell, marks, listDepth);
        this.flush();
      }
      return;
    }
    const images: Block[] = [];
    let isSecret = false;
    const grid = spread(rows, (cell) => {
      const content = this.contentOf(cell, marks);
      isSecret ||= content.isSecret;
      images.push(...content.images);
      return cellInlines(content.blocks);
    });
    const first = rows[0];
    const hasHeader =
      first !== undefined &&
      first.cells.length > 0 &&
      first.cells.every((cell) => cell.tagName === 'th');
    const table = { rows: grid, hasHeader: hasHeader || first?.isHead === true };
    if (isSecret)
      this.put({ kind: 'callout', label: SECRET, blocks: [{ kind: 'table', ...table }], images });
    else this.put({ kind: 'table', ...table, images });
  }

  private box(node: HtmlNode, box: Pick<Block, 'kind' | 'label'>, marks: Marks): void {
    this.flush();
    const { isSecret, images, ...content } = this.contentOf(node, marks);
    const blocks = content.blocks.flatMap(innersOf);
    const words = blocks.map(({ inlines = [] }) => wordsOf(inlines)).join('\n');
    const isFigures = box.kind === 'quote' && isStatBlock(words);
    if (isSecret || box.label === SECRET)
      this.put({ kind: 'callout', label: SECRET, blocks, images });
    else this.put({ ...box, ...(isFigures && { kind: 'stat_block' }), blocks, images });
  }

  /** The contents of a box or cell, and whether a part is secret. */
  private contentOf(node: HtmlNode, marks: Marks) {
    const blocks: Block[] = [];
    const reader = new HtmlReader((block) => blocks.push(block), this.resources, this.nameOf);
    reader.linkedAnchors = this.linkedAnchors;
    reader.level = this.level + 1;
    // Anchors within a box point to the box.
    reader.anchors = this.anchors;
    reader.isWithin = true;
    reader.children(node, marks, 0);
    reader.flush();
    return { ...separateImages(blocks), isSecret: blocks.some(({ label }) => label === SECRET) };
  }

  private image(node: HtmlNode): void {
    const source =
      attribute(node, 'src') ?? attribute(node, 'xlink:href') ?? attribute(node, 'href') ?? '';
    const image = this.resources.imageOf(source);
    const alt = attribute(node, 'alt') ?? '';
    if (image === undefined && alt.trim() === '') return;
    const [width, height] = ['width', 'height'].map((name) => Number(attribute(node, name) ?? NaN));
    const size = width && height ? { width, height } : {};
    this.images.push({ kind: 'image', image, alt, ...size });
  }

  private anchorOf(node: HtmlNode): void {
    for (const id of [
      attribute(node, 'id'),
      node.tagName === 'a' ? attribute(node, 'name') : undefined,
    ]) {
      if (!id) continue;
      const name = this.nameOf(id);
      if (!this.linkedAnchors || this.linkedAnchors.has(name)) this.anchors.push(name);
    }
  }

  private flush(): void {
    const { inlines, images, hasWords } = this;
    this.inlines = [];
    this.images = [];
    this.hasWords = false;
    if (hasWords) {
      this.put({ ...this.as, inlines, images });
      // Later paragraphs of the same item have no marker.
      if (this.as.kind === 'list_item') this.as = { kind: 'paragraph' };
    } else for (const image of images) this.put(image);
  }

  /** Puts the block in progress as a secret. */
  private putSecret(): void {
    const blocks: Inner[] = [{ kind: 'paragraph', inlines: this.inlines }];
    this.inlines = [];
    this.hasWords = false;
    this.put({ kind: 'callout', label: SECRET, blocks });
  }

  private put(block: Block): void {
    const anchors = this.isWithin ? [] : this.anchors.splice(0);
    this.emit(
      anchors.length > 0 ? { ...block, anchors: [...anchors, ...(block.anchors ?? [])] } : block,
    );
  }
}
