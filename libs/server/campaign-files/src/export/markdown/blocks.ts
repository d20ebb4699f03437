import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import { isStatBlockName, wordsOf } from '@tomekeeper/markdown';
import type { TransferPassage } from '../../model';
import { escapeAddress, escapeLineStarts, escapeText, longestBackticks } from './escape';
import { writeInlines } from './inlines';
import { externalTarget, type LinkTargetOf } from './links';
import { ListWriter } from './lists';

export type WrittenPassage = Pick<
  TransferPassage,
  'kind' | 'depth' | 'level' | 'text' | 'content' | 'picture'
>;

export interface BlockOptions {
  targetOf: LinkTargetOf;
  /** Markdown in the place of a passage; undefined for the usual one. */
  replace: (passage: WrittenPassage) => string | undefined;
  /** The address of an image. */
  addressOf: (picture: string | undefined) => string | undefined;
}

type Rows = readonly (readonly (readonly Inline[])[])[];

/** Three dashes at the beginning of a file would start front matter. */
const DIVIDER = '***';
const HARD_BREAK = '\\\n';
const HTML_BREAK = '<br>';

/** Writes passages one after the other. */
export class BlockWriter {
  private readonly options: BlockOptions;
  private list: ListWriter | undefined;
  private isFirst = true;

  constructor(options: Partial<BlockOptions>) {
    this.options = {
      targetOf: externalTarget,
      replace: () => undefined,
      addressOf: () => undefined,
      ...options,
    };
  }

  /** @returns the Markdown of a passage with the line breaks before it */
  add(passage: WrittenPassage): string {
    const { kind, depth, text, content } = passage;
    const { inlines = [{ text }], marker } = content;
    const replaced = this.options.replace(passage);
    if (kind === 'list_item' && replaced === undefined) return this.addItem(depth, marker, inlines);
    return this.addBlock(replaced ?? this.block(passage, inlines));
  }

  private addBlock(markdown: string): string {
    if (markdown === '') return '';
    const separator = this.isFirst ? '' : '\n\n';
    this.isFirst = false;
    this.list = undefined;
    return `${separator}${markdown}`;
  }

  private addItem(depth: number, marker: string | undefined, inlines: readonly Inline[]): string {
    const write = (before: string) =>
      this.lines(before === '' ? inlines : [{ text: before }, ...inlines]);
    const isSameList = this.list !== undefined;
    this.list ??= new ListWriter();
    const markdown = this.list.add({ depth, marker }, write);
    if (isSameList) return markdown;
    const separator = this.isFirst ? '' : '\n\n';
    this.isFirst = false;
    return `${separator}${markdown}`;
  }

  private block({ kind, level = 1, text, content, picture }: WrittenPassage, inlines: Inline[]) {
    const { blocks = [], rows, label, language } = content;
    switch (kind) {
      case 'heading':
        return `${'#'.repeat(level)} ${this.oneLine(inlines)}`;
      case 'table':
        return this.table(rows ?? [[inlines]], content.hasHeader ?? false);
      case 'quote':
        return quoteLines(this.box(blocks, inlines));
      case 'callout':
        return quoteLines(this.callout(labelName(label), blocks, inlines));
      case 'stat_block':
        return quoteLines(this.callout('stat-block', blocks, inlines));
      case 'code':
        return code(inlines, language);
      case 'image': {
        const address = this.options.addressOf(picture);
        const alt = escapeText(imageWords(text));
        return `![${alt}](${address === undefined ? '' : `<${escapeAddress(address)}>`})`;
      }
      case 'divider':
        return DIVIDER;
      default:
        return this.lines(inlines);
    }
  }

  private lines(inlines: readonly Inline[]): string {
    return escapeLineStarts(writeInlines(inlines, HARD_BREAK, this.options.targetOf));
  }

  /** A number sign at the end would end a heading. */
  private oneLine(inlines: readonly Inline[]): string {
    const line = writeInlines(inlines, HTML_BREAK, this.options.targetOf);
    return line.replace(/#+$/, (signs) => signs.replaceAll('#', '\\#'));
  }

  private table(rows: Rows, hasHeader: boolean): string {
    const columns = Math.max(1, ...rows.map((cells) => cells.length));
    const row = (cells: Rows[number]) =>
      `| ${Array.from({ length: columns }, (_, at) => this.cell(cells[at] ?? [])).join(' | ')} |`;
    const [first = [], ...rest] = hasHeader ? rows : [[], ...rows];
    return [row(first), `|${' --- |'.repeat(columns)}`, ...rest.map(row)].join('\n');
  }

  private cell(inlines: readonly Inline[]): string {
    return writeInlines(inlines, HTML_BREAK, this.options.targetOf).replaceAll('|', '\\|');
  }

  /** The first heading of a callout is its title. */
  private callout(label: string, blocks: readonly InnerBlock[], otherwise: readonly Inline[]) {
    const [first, ...others] = blocks;
    if (first?.kind !== 'heading') return `[!${label}]\n${this.box(blocks, otherwise)}`;
    const title = `[!${label}] ${this.oneLine(first.inlines ?? [])}`;
    return others.length === 0 ? title : `${title}\n${this.box(others, [])}`;
  }

  /** @param otherwise the text of a box without blocks */
  private box(blocks: readonly InnerBlock[], otherwise: readonly Inline[]): string {
    if (blocks.length === 0) return this.lines(otherwise);
    const writer = new BlockWriter(this.options);
    return blocks
      .map(({ kind, depth, inlines = [], rows, marker }) => {
        if (kind === 'list_item') return writer.addItem(depth, marker, inlines);
        if (kind === 'heading') return writer.addBlock(`### ${this.oneLine(inlines)}`);
        if (kind === 'table') return writer.addBlock(this.table(rows ?? [], true));
        if (kind === 'code') return writer.addBlock(code(inlines));
        if (kind === 'divider') return writer.addBlock(DIVIDER);
        return writer.addBlock(this.lines(inlines));
      })
      .join('');
  }
}

/** An image without words would not be read. */
export const imageWords = (text: string): string => text.replaceAll(/\s+/g, ' ') || 'Picture';

export const quoteLines = (text: string): string =>
  text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');

const labelName = (label = ''): string => {
  // Obsidian writes names of callouts with hyphens.
  if (label === 'read_aloud') return 'read-aloud';
  const name = label.replaceAll(/[[\]|\n]/g, '-').trim();
  return name === '' || isStatBlockName(name) ? 'note' : name;
};

function code(inlines: readonly Inline[], language = ''): string {
  const text = wordsOf(inlines);
  const fence = '`'.repeat(Math.max(3, longestBackticks(text) + 1));
  const info = /^[^\s`~]+$/.test(language) && !isStatBlockName(language) ? language : '';
  return `${fence}${info}\n${text}\n${fence}`;
}
