import type { Inline } from '@tomekeeper/contracts-document';
import type { Block, Inner } from '../block';
import { calloutLabel, isReadAloud, isStatBlock, isStatBlockName } from '../boxes';
import { safeHref, wordsOf } from '../inlines';
import { attribute, textBelow, type HtmlNode } from './html-tree';

type Dress = Omit<Inline, 'text'>;

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
const DRESS_OF: Record<string, Dress> = {
  b: { bold: true },
  strong: { bold: true },
  dt: { bold: true },
  summary: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};
const CALLOUT =
  /^(callout|admonition|note|warning|tip|info|important|caution|sidebar|sidenote|secret|gm|aside)$/i;
/** Deeper than this only words are looked for. */
const MAX_DEPTH = 150;
const MAX_SPAN = 50;

/** Turns a tree of HTML into blocks. What is active, hidden or of no words is left out. */
export class HtmlReader {
  private inlines: Inline[] = [];
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
      this.say(textBelow(node), dress);
    } else for (const child of node.childNodes ?? []) this.node(child, dress, listDepth);
    this.level--;
  }

  private node(node: HtmlNode, dress: Dress, listDepth: number): void {
    if (node.nodeName === '#text') return this.say(node.value ?? '', dress);
    const { tagName } = node;
    if (tagName === undefined) return;
    if (UNSEEN.has(tagName) || isHidden(node)) return;
    this.anchorOf(node);
    if (BLOCKS.has(tagName)) return this.block(node, tagName, dress, listDepth);
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
    this.children(node, { ...dress, ...this.dressOf(node, tagName) }, listDepth);
  }

  private say(text: string, dress: Dress): void {
    if (text !== '') this.inlines.push({ text: text.replace(/[\t\n\f\r ]+/g, ' '), ...dress });
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
        const extra = this.dressOf(node, tagName);
        if (isLine) this.newLine();
        else this.flush();
        this.children(node, { ...dress, ...extra }, listDepth);
        if (isLine) this.newLine();
        else this.flush();
      }
    }
  }

  private newLine(): void {
    if (this.inlines.some(({ text }) => text.trim() !== '')) this.inlines.push({ text: '\n' });
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
    this.put({ kind: 'code', inlines: [{ text }], ...(name && { language: name }) });
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
    const grid = spread(rows, (cell) => this.cell(cell, dress, after));
    const first = rows[0];
    const hasHeader =
      first !== undefined &&
      first.cells.length > 0 &&
      first.cells.every((cell) => cell.tagName === 'th');
    this.put({ kind: 'table', rows: grid, hasHeader: hasHeader || first?.isHead === true });
    for (const block of after) this.put(block);
  }

  private cell(cell: HtmlNode, dress: Dress, after: Block[]): Inline[] {
    const inlines: Inline[] = [];
    this.within((block) => {
      if (block.kind === 'image') return void after.push(block);
      if (inlines.length > 0) inlines.push({ text: '\n' });
      const words = block.marker ? [{ text: `${block.marker} ` }] : [];
      inlines.push(...words, ...(block.inlines ?? []));
    }).inside(cell, dress);
    return inlines;
  }

  private box(node: HtmlNode, box: Pick<Block, 'kind' | 'label'>, dress: Dress): void {
    this.flush();
    const blocks: Inner[] = [];
    const after: Block[] = [];
    this.within((block) => {
      if (block.kind === 'image') after.push(block);
      else blocks.push(...(block.blocks ?? [innerOf(block)]));
    }).inside(node, dress);
    const words = blocks.map(({ inlines = [] }) => wordsOf(inlines)).join('\n');
    const isFigures = box.kind === 'quote' && isStatBlock(words);
    this.put({ ...box, ...(isFigures && { kind: 'stat_block' }), blocks });
    for (const block of after) this.put(block);
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

  private dressOf(node: HtmlNode, tagName: string): Dress {
    const style = attribute(node, 'style') ?? '';
    const href = tagName === 'a' ? attribute(node, 'href') : undefined;
    const target = href === undefined ? undefined : this.surroundings.hrefOf(href);
    const safe = target === undefined ? undefined : safeHref(target);
    return {
      ...(Object.hasOwn(DRESS_OF, tagName) && DRESS_OF[tagName]),
      ...(/font-weight:\s*(bold|[6-9]00)/i.test(style) && { bold: true }),
      ...(/font-style:\s*italic/i.test(style) && { italic: true }),
      ...(/text-decoration[^;]*line-through/i.test(style) && { strike: true }),
      ...(safe && { href: safe }),
    };
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
    const { inlines, images } = this;
    this.inlines = [];
    this.images = [];
    if (inlines.some(({ text }) => text.trim() !== '')) {
      this.put({ ...this.as, inlines });
      // What follows in the same item goes on without a mark of its own.
      if (this.as.kind === 'list_item') this.as = { kind: 'paragraph' };
    }
    for (const image of images) this.put(image);
  }

  private put(block: Block): void {
    const anchors = this.isWithin ? [] : this.anchors.splice(0);
    this.emit(
      anchors.length > 0 ? { ...block, anchors: [...anchors, ...(block.anchors ?? [])] } : block,
    );
  }
}

function isHidden(node: HtmlNode): boolean {
  const style = attribute(node, 'style');
  return (
    attribute(node, 'hidden') !== undefined ||
    (style !== undefined && /display:\s*none|visibility:\s*hidden/i.test(style))
  );
}

/** Whether an element is a box, by what it is or is called. */
function boxOf(node: HtmlNode, tagName: string): Pick<Block, 'kind' | 'label'> | undefined {
  if (!/^(blockquote|aside|div|section|p|article|details|table)$/.test(tagName)) return undefined;
  const names = (attribute(node, 'class') ?? '').split(/\s+/).filter(Boolean);
  if (names.some(isStatBlockName)) return { kind: 'stat_block' };
  if (names.some(isReadAloud)) return { kind: 'callout', label: 'read_aloud' };
  const callout = attribute(node, 'data-callout') ?? names.find((name) => CALLOUT.test(name));
  if (callout && tagName !== 'table' && tagName !== 'p') {
    const isGeneral = /^(callout|admonition)$/i.test(callout);
    const particular = isGeneral ? names.find((name) => name !== callout) : callout;
    return { kind: 'callout', ...(particular && { label: calloutLabel(particular) }) };
  }
  if (tagName === 'aside') return { kind: 'callout' };
  return tagName === 'blockquote' ? { kind: 'quote' } : undefined;
}

/** A block as it stands within a box. */
export function innerOf({ kind, inlines, rows, depth, marker }: Block): Inner {
  const known =
    kind === 'heading' ||
    kind === 'list_item' ||
    kind === 'table' ||
    kind === 'code' ||
    kind === 'divider';
  return {
    kind: known ? kind : 'paragraph',
    ...(depth !== undefined && { depth }),
    ...(inlines && { inlines }),
    ...(rows && { rows }),
    ...(marker !== undefined && { marker }),
  };
}

interface Row {
  cells: HtmlNode[];
  isHead: boolean;
}

function rowsOf(table: HtmlNode): { rows: Row[]; caption: HtmlNode | undefined } {
  const rows: Row[] = [];
  let caption: HtmlNode | undefined;
  const visit = (node: HtmlNode, isHead: boolean) => {
    for (const child of node.childNodes ?? []) {
      if (child.tagName === 'caption') caption = child;
      else if (child.tagName === 'tr') {
        const cells = (child.childNodes ?? []).filter(
          ({ tagName }) => tagName === 'td' || tagName === 'th',
        );
        rows.push({ cells, isHead });
      } else if (/^t(head|body|foot)$/.test(child.tagName ?? ''))
        visit(child, child.tagName === 'thead');
    }
  };
  visit(table, false);
  return { rows, caption };
}

const hasBlocksOfPage = (cell: HtmlNode): boolean =>
  (cell.childNodes ?? []).some(({ tagName }) =>
    /^(h[1-6]|table|blockquote|pre|hr)$/.test(tagName ?? ''),
  );

/** Cells at their places: one that spans several leaves the others empty. */
function spread(rows: Row[], read: (cell: HtmlNode) => Inline[]): Inline[][][] {
  /** How many rows from here on a column is taken from above. */
  const taken: number[] = [];
  return rows.map(({ cells }) => {
    const row: Inline[][] = [];
    const skip = () => {
      while ((taken[row.length] ?? 0) > 0) {
        taken[row.length]!--;
        row.push([]);
      }
    };
    for (const cell of cells) {
      skip();
      const columns = spanOf(cell, 'colspan');
      const down = spanOf(cell, 'rowspan') - 1;
      for (let column = 0; column < columns; column++) {
        if (down > 0) taken[row.length] = down;
        row.push(column === 0 ? read(cell) : []);
      }
    }
    skip();
    return row;
  });
}

const spanOf = (cell: HtmlNode, name: string): number =>
  Math.min(MAX_SPAN, Math.max(1, Math.floor(Number(attribute(cell, name) ?? 1)) || 1));
