import type { Inline } from '@tomekeeper/contracts-document';
import { innersOf, SECRET, wordsOf, type Block, type Inner } from './block';
import { calloutLabel, isStatBlock, isStatBlockName } from './boxes';
import { pairComments, type BlockComment } from './comments';
import {
  readInlines,
  slugOf,
  tidyInlines,
  type InlineContext,
  type Inlines,
  type ReaderOptions,
} from './inlines';
import { markerOf, takeBlockId } from './line-markers';
import type { Token } from './parser';
import { SecretElements } from './secret-html';
import {
  asWords,
  countWords,
  isEmpty,
  lastSourceOf,
  nameOf,
  sourceOf,
  takeBlockIdOfBox,
  treeOf,
  type Node,
} from './token-tree';

/** A block while its text is read. */
interface Unit {
  wasSecret: boolean;
  comment: Inline[][];
  images: Inlines['images'];
}

const MAX_DEPTH = 8;

/**
 * Makes blocks of markdown-it's tokens. Blocks in secret markup that follow each other become one callout with the label `secret`;
 * the markup may begin in one segment of a text and end in another.
 */
export class TokenReader {
  private readonly context: InlineContext;
  private unit: Unit = newUnit(false);
  private isSecret = false;
  private secretParts: Inner[] = [];
  private secretImages: Block[] = [];
  private secretAnchors: string[] = [];
  /** The last block, which a block id behind it may name. */
  private last: Block | undefined;

  /** @param hasAnchors whether links within the text lead to its headings */
  constructor(
    private readonly options: ReaderOptions,
    private readonly hasAnchors: boolean,
  ) {
    const { hrefOf, embedOf } = options;
    const secretElements = new SecretElements();
    this.context = { hrefOf, embedOf, secretElements, isInComment: false };
  }

  read(tokens: readonly Token[]): void {
    pairComments(tokens);
    for (const node of treeOf(tokens)) this.block(node, 0);
  }

  end(): void {
    this.flush();
    if (this.last) this.options.emit(this.last);
    this.last = undefined;
  }

  private emit(block: Block): void {
    if (this.last) this.options.emit(this.last);
    this.last = block;
  }

  private block(node: Node, depth: number): void {
    const { token, children } = node;
    switch (token.type) {
      case 'heading_open':
        return this.words(node, { kind: 'heading', level: Number(token.tag[1]) });
      case 'paragraph_open':
        return this.words(node, { kind: 'paragraph' });
      case 'bullet_list_open':
      case 'ordered_list_open':
        for (const item of children) this.item(item, token.type === 'ordered_list_open', depth);
        return;
      case 'blockquote_open':
        return this.inUnit(() => this.quote(node));
      case 'table_open':
        return this.inUnit(() => ({ kind: 'table', ...this.table(node) }));
      case 'html_block':
        return this.htmlBlock(token);
      case 'fence':
      case 'code_block':
        return this.inUnit(() => this.code(token));
      case 'hr':
        return this.inUnit(() => ({ kind: 'divider' }));
    }
  }

  /** Emits a block, then the comments and pictures in it. The block is secret if secret markup is open before, in or behind the block. */
  private inUnit(read: () => Block): void {
    this.begin();
    const wasInComment = this.context.isInComment;
    const block = read();
    this.finish(block, wasInComment || this.context.isInComment);
  }

  private begin(): void {
    this.isSecret = false;
    this.unit = newUnit(this.context.secretElements.isOpen);
  }

  private finish(block: Block, isInComment = false): void {
    const { wasSecret, comment, images } = this.unit;
    const isSecret =
      isInComment || wasSecret || this.isSecret || this.context.secretElements.isOpen;
    this.put(block, isSecret);
    for (const inlines of comment)
      if (wordsOf(inlines).trim() !== '') this.secretParts.push({ ...asWords(block), inlines });
    for (const image of images)
      this.put({ kind: 'image', ...image }, isSecret || block.label === SECRET);
  }

  private put(block: Block, isSecret: boolean): void {
    if (isEmpty(block))
      return this.nameLast(block.anchors?.filter((name) => name.startsWith('^')) ?? []);
    if (!isSecret) {
      this.flush();
      this.emit(block);
    } else if (block.kind === 'image') this.secretImages.push({ ...block, label: SECRET });
    else {
      this.secretParts.push(...innersOf(block));
      this.secretAnchors.push(...(block.anchors ?? []));
    }
  }

  private flush(): void {
    const [blocks, anchors, images] = [this.secretParts, this.secretAnchors, this.secretImages];
    [this.secretParts, this.secretAnchors, this.secretImages] = [[], [], []];
    if (blocks.length > 0)
      this.emit({
        kind: 'callout',
        label: SECRET,
        blocks,
        ...(anchors.length > 0 && { anchors }),
      });
    for (const image of images) this.emit(image);
  }

  /** Obsidian writes the id of a table, list or box into the paragraph behind it. */
  private nameLast(ids: string[]): void {
    if (ids.length === 0) return;
    if (this.secretParts.length > 0) this.secretAnchors.push(...ids);
    else if (this.last) this.last.anchors = [...(this.last.anchors ?? []), ...ids];
  }

  /** The visible text of a paragraph, heading or cell; its comments and pictures go to the unit. */
  private inlines(inline: Token | undefined): Inline[] {
    const read = readInlines(inline?.children ?? [], this.context);
    if (read.isSecret) this.isSecret = true;
    if (read.comment.length > 0) this.unit.comment.push(tidyInlines(read.comment));
    this.unit.images.push(...read.images);
    return tidyInlines(read.visible);
  }

  private words(node: Node, as: Block): void {
    this.begin();
    const { inlines, anchors } = takeBlockId(this.inlines(node.children[0]?.token), sourceOf(node));
    // No suffix for repeated headings: the server assigns it per viewer, so that hidden headings do not count.
    const slug = as.kind === 'heading' && this.hasAnchors ? [slugOf(wordsOf(inlines))] : anchors;
    this.finish({ ...as, inlines, ...(slug && { anchors: slug }) });
  }

  private item(item: Node, isOrdered: boolean, depth: number): void {
    this.begin();
    const { inlines, anchors } = takeBlockId(this.wordsOfItem(item), lastSourceOf(item));
    const marked = markerOf(item.token, isOrdered, { inlines, source: sourceOf(item.children[0]) });
    this.finish({
      kind: 'list_item',
      depth: Math.min(depth, MAX_DEPTH),
      ...marked,
      ...(anchors && { anchors }),
    });
    for (const child of item.children.slice(countWords(item))) this.block(child, depth + 1);
  }

  /** The first paragraphs of an item are lines of it. */
  private wordsOfItem(item: Node): Inline[] {
    const inlines: Inline[] = [];
    for (const { children } of item.children.slice(0, countWords(item))) {
      const words = this.inlines(children[0]?.token);
      if (inlines.length > 0 && words.length > 0) inlines.push({ text: '\n' });
      inlines.push(...words);
    }
    return inlines;
  }

  private quote(node: Node): Block {
    const name = nameOf(node);
    const box = takeBlockIdOfBox(
      node.children.flatMap((each) => this.inner(each, 0)),
      sourceOf(node.children.at(-1)),
    );
    if (name === undefined) {
      const words = box.blocks.map(({ inlines = [] }) => wordsOf(inlines)).join('\n');
      return { kind: isStatBlock(words) ? 'stat_block' : 'quote', ...box };
    }
    if (isStatBlockName(name)) return { kind: 'stat_block', ...box };
    return { kind: 'callout', label: calloutLabel(name), ...box };
  }

  private code(token: Token): Block {
    this.readBlockComment(token);
    // Indented too far, a secret callout becomes code.
    if (token.type === 'code_block' && /\[!secret\b/i.test(token.content)) this.isSecret = true;
    const text = token.content.replace(/\n$/, '');
    const language = token.info.trim().split(/\s/)[0];
    if (language && isStatBlockName(language)) {
      const blocks = text
        .split('\n')
        .map((line): Inner => ({ kind: 'paragraph', inlines: [{ text: line }] }));
      return { kind: 'stat_block', blocks };
    }
    return { kind: 'code', inlines: [{ text }], ...(language && { language }) };
  }

  private readBlockComment(token: Token): void {
    const { closesComment, isSecret } = (token.meta ?? {}) as BlockComment;
    if (isSecret) this.isSecret = true;
    if (closesComment) this.context.isInComment = false;
  }

  private table(node: Node): { rows: Inline[][][]; hasHeader: boolean } {
    const [head, body] = node.children;
    const rowOf = (row: Node) => row.children.map((cell) => this.inlines(cell.children[0]?.token));
    const names = head?.children[0] ? rowOf(head.children[0]) : [];
    const hasHeader = names.some((cell) => wordsOf(cell).trim() !== '');
    const rows = (body?.children ?? []).map(rowOf);
    return { rows: hasHeader ? [names, ...rows] : rows, hasHeader };
  }

  private htmlBlock(token: Token): void {
    this.begin();
    const wasInComment = this.context.isInComment;
    const blocks = this.html(token);
    this.context.secretElements.read(token.content);
    const isSecret =
      wasInComment || this.unit.wasSecret || this.isSecret || this.context.secretElements.isOpen;
    for (const block of blocks) this.put(block, isSecret);
  }

  private html(token: Token): Block[] {
    this.readBlockComment(token);
    return this.options.html?.(token.content) ?? [];
  }

  /** The parts of a quote or callout. Secret markup in one makes the whole box secret. */
  private inner(node: Node, depth: number): Inner[] {
    const { token, children } = node;
    switch (token.type) {
      case 'heading_open':
        return [{ kind: 'heading', inlines: this.inlines(children[0]?.token) }];
      case 'paragraph_open':
        return [{ kind: 'paragraph', inlines: this.inlines(children[0]?.token) }];
      case 'bullet_list_open':
      case 'ordered_list_open':
        return children.flatMap((item): Inner[] => [
          {
            kind: 'list_item',
            depth: Math.min(depth, MAX_DEPTH),
            ...markerOf(item.token, token.type === 'ordered_list_open', {
              inlines: this.wordsOfItem(item),
              source: sourceOf(item.children[0]),
            }),
          },
          ...item.children
            .slice(countWords(item))
            .flatMap((each) =>
              this.inner(each, /list_open$/.test(each.token.type) ? depth + 1 : depth),
            ),
        ]);
      case 'fence':
      case 'code_block':
        return innersOf(this.code(token));
      case 'blockquote_open':
        if (nameOf(node) !== undefined && calloutLabel(nameOf(node)!) === SECRET)
          this.isSecret = true;
        return children.flatMap((each) => this.inner(each, depth));
      case 'table_open':
        return [{ kind: 'table', rows: this.table(node).rows }];
      case 'hr':
        return [{ kind: 'divider' }];
      case 'html_block': {
        const blocks = this.html(token);
        if (this.context.secretElements.read(token.content)) this.isSecret = true;
        if (blocks.some(({ label }) => label === SECRET)) this.isSecret = true;
        return blocks.flatMap(innersOf);
      }
      default:
        return [];
    }
  }
}

const newUnit = (wasSecret: boolean): Unit => ({ wasSecret, comment: [], images: [] });
