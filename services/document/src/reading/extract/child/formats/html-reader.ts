import type { Inline } from '@tomekeeper/contracts-document';
import type { Block, Inner } from '../block';
import { isStatBlock, SECRET } from '@tomekeeper/markdown';
import { wordsOf } from '../inlines';
import { boxOf, isSecretElement } from './html-boxes';
import { dressOf, type Dress } from './html-dress';
import { hasBlocksOfPage, rowsOf, spread } from './html-tables';
import { attribute, isHidden, nodesBelow, textBelow, type HtmlNode } from './html-tree';
import { cellOf, innerOf } from './within';

export interface Surroundings {
  /** The number of a picture that is at hand. */
  imageOf: (source: string) => number | undefined;
  /** Where a link leads, as `safeHref` takes it. */
  hrefOf: (href: string) => string | undefined;
}

const UNSEEN = new Set(
  'head script style template noscript iframe object embed svg canvas audio video map input select textarea button'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'address article aside blockquote body center details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table ul caption tbody thead tfoot tr td th'.split(
    ' ',
  ),
);
/** Deeper than this only words are looked for. */
const MAX_DEPTH = 150;

/** Turns a tree of HTML into blocks. What is active, hidden or of no words is left out. */
export class HtmlReader {
  private inlines: Inline[] = [];
  /** Whether any of `inlines` is more than space. */
  private hasWords = false;
  private images: Block[] = [];
  private anchors: string[] = [];
  private linkedAnchors: ReadonlySet<string> | undefined;
  /** What the words that are being gathered will be. */
  private as: Omit<Block, 'inlines'> = { kind: 'paragraph' };
  private level = 0;
  private isWithin = false;

  constructor(
    private readonly emit: (block: Block) => void,
    private readonly surroundings: Surroundings,
    private readonly nameOf: (id: string) => string = (id) => id,
  ) {}

  /** Which names links lead to; the others are of no use to a reader. */
  linked(names: ReadonlySet<string>): void {
    this.linkedAnchors = names;
  }

  read(root: HtmlNode): void {
    this.children(root, {}, 0);
    this.flush();
  }

  private children(node: HtmlNode, dress: Dress, listDepth: number): void {
    if (++this.level > MAX_DEPTH) {
      const isSecret = [...nodesBelow(node)].some(isSecretElement);
      if (isSecret) this.flush();
      this.say(textBelow(node), dress);
      if (isSecret) this.putSecret();
    } else for (const child of node.childNodes ?? []) this.node(child, dress, listDepth);
    this.level--;
  }

  private node(node: HtmlNode, dress: Dress, listDepth: number): void {
    if (node.nodeName === '#text') return this.say(node.value ?? '', dress);
    const { tagName } = node;
    if (tagName === undefined) return;
    if (UNSEEN.has(tagName) || isHidden(node)) return;
    const isBlock = BLOCKS.has(tagName);
    // The name of a block is none of what comes before it; in an item of a list that is a line of the same.
    if (isBlock && this.as.kind === 'paragraph') this.flush();
    this.anchorOf(node);
    if (isBlock) return this.block(node, tagName, dress, listDepth);
    switch (tagName) {
      case 'br':
        return void this.inlines.push({ text: '\n', ...dress });
      case 'img':
      case 'image':
        return this.image(node);
      case 'wbr':
      case 'rp':
        return;
    }
    this.children(
      node,
      { ...dress, ...dressOf(node, tagName, this.surroundings.hrefOf) },
      listDepth,
    );
  }

  private say(text: string, dress: Dress): void {
    if (text === '') return;
    this.inlines.push({ text: text.replace(/[\t\n\f\r ]+/g, ' '), ...dress });
    this.hasWords ||= text.trim() !== '';
  }

  private block(node: HtmlNode, tagName: string, dress: Dress, listDepth: number): void {
    const box = boxOf(node, tagName);
    if (box) return this.box(node, box, dress);
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
        return this.table(node, dress, listDepth);
      case 'ul':
      case 'ol':
      case 'menu':
        return this.list(node, tagName === 'ol', dress, listDepth);
      case 'li':
        // One without a list.
        return this.withKind({ kind: 'list_item', depth: 0 }, node, dress, 1);
      default: {
        // A paragraph of a list's item is a line of it.
        const isLine = this.as.kind !== 'paragraph';
        const extra = dressOf(node, tagName, this.surroundings.hrefOf);
        if (isLine) this.newLine();
        else this.flush();
        this.children(node, { ...dress, ...extra }, listDepth);
        if (isLine) this.newLine();
        else this.flush();
      }
    }
  }

  private newLine(): void {
    if (this.hasWords) this.inlines.push({ text: '\n' });
  }

  private withKind(as: Omit<Block, 'inlines'>, node: HtmlNode, dress: Dress, depth: number): void {
    this.flush();
    const before = this.as;
    this.as = as;
    this.children(node, dress, depth);
    this.flush();
    this.as = before;
  }

  private list(node: HtmlNode, isCounted: boolean, dress: Dress, depth: number): void {
    this.flush();
    const before = this.as;
    let count = Number(attribute(node, 'start') ?? 1) || 1;
    for (const child of node.childNodes ?? []) {
      if (child.tagName === 'ul' || child.tagName === 'ol') this.node(child, dress, depth + 1);
      if (child.tagName !== 'li' || isHidden(child)) continue;
      const value = Number(attribute(child, 'value') ?? NaN);
      if (Number.isInteger(value)) count = value;
      this.as = { kind: 'list_item', depth, ...(isCounted && { marker: `${count++}.` }) };
      this.anchorOf(child);
      this.children(child, dress, depth + 1);
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

  private table(node: HtmlNode, dress: Dress, listDepth: number): void {
    this.flush();
    const { rows, caption } = rowsOf(node);
    const cells = rows.flatMap(({ cells }) => cells);
    // What holds a page in place is no table.
    const isLayout = cells.length <= 1 || cells.some((cell) => hasBlocksOfPage(cell));
    if (caption)
      this.withKind({ kind: 'paragraph' }, caption, { ...dress, italic: true }, listDepth);
    if (isLayout) {
      for (const cell of cells) {
        this.children(cell, dress, listDepth);
        this.flush();
      }
      return;
    }
    const after: Block[] = [];
    let isSecret = false;
    const grid = spread(rows, (cell) => {
      const blocks = this.cell(cell, dress, after);
      isSecret ||= [...blocks, ...after].some(({ label }) => label === SECRET);
      return cellOf(blocks);
    });
    const first = rows[0];
    const hasHeader =
      first !== undefined &&
      first.cells.length > 0 &&
      first.cells.every((cell) => cell.tagName === 'th');
    const table = { rows: grid, hasHeader: hasHeader || first?.isHead === true };
    if (isSecret)
      this.put({ kind: 'callout', label: SECRET, blocks: [{ kind: 'table', ...table }] });
    else this.put({ kind: 'table', ...table });
    for (const block of after) this.put(isSecret ? { ...block, label: SECRET } : block);
  }

  private cell(cell: HtmlNode, dress: Dress, after: Block[]): Block[] {
    const blocks: Block[] = [];
    this.within((block) => void (block.kind === 'image' ? after : blocks).push(block)).inside(
      cell,
      dress,
    );
    return blocks;
  }

  private box(node: HtmlNode, box: Pick<Block, 'kind' | 'label'>, dress: Dress): void {
    this.flush();
    const blocks: Inner[] = [];
    const after: Block[] = [];
    let isSecret = box.label === SECRET;
    this.within((block) => {
      isSecret ||= block.label === SECRET;
      if (block.kind === 'image') after.push(block);
      else blocks.push(...(block.blocks ?? [innerOf(block)]));
    }).inside(node, dress);
    const words = blocks.map(({ inlines = [] }) => wordsOf(inlines)).join('\n');
    const isFigures = box.kind === 'quote' && isStatBlock(words);
    if (isSecret) this.put({ kind: 'callout', label: SECRET, blocks });
    else this.put({ ...box, ...(isFigures && { kind: 'stat_block' }), blocks });
    for (const block of after) this.put(isSecret ? { ...block, label: SECRET } : block);
  }

  /** A reader of its own for what is within, in the same surroundings. */
  private within(emit: (block: Block) => void): HtmlReader {
    const reader = new HtmlReader(emit, this.surroundings, this.nameOf);
    reader.linkedAnchors = this.linkedAnchors;
    reader.level = this.level + 1;
    // Names within a box lead to the box.
    reader.anchors = this.anchors;
    reader.isWithin = true;
    return reader;
  }

  private inside(node: HtmlNode, dress: Dress): void {
    this.children(node, dress, 0);
    this.flush();
  }

  private image(node: HtmlNode): void {
    const source =
      attribute(node, 'src') ?? attribute(node, 'xlink:href') ?? attribute(node, 'href') ?? '';
    const image = this.surroundings.imageOf(source);
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
      this.put({ ...this.as, inlines });
      // What follows in the same item goes on without a mark of its own.
      if (this.as.kind === 'list_item') this.as = { kind: 'paragraph' };
    }
    for (const image of images) this.put(image);
  }

  /** Puts the words that were gathered as a secret. */
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
