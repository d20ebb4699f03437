import { Marked, type Token, type Tokens } from 'marked';
import type { Inline } from '@tomekeeper/contracts-document';
import type { Block, Inner } from '../block';
import { calloutLabel, isStatBlock, isStatBlockName } from '../boxes';
import { wordsOf } from '../inlines';
import type { Out } from '../out';
import { htmlBlocks } from './html';
import { inlinesOf, picturesOf, slugOf, unmarked } from './markdown-inlines';
import { innerOf } from './within';
import { readPlainText } from './plain-text';
import { cleaned, labelsIn, segments } from './markdown-source';

// Markdown as GitHub and Obsidian write it: the latter's callouts, links in double brackets, marks and comments.

/** `[[Page#Heading|words]]`; the token's `text` is its words. */
const wikiLink = {
  name: 'wikiLink',
  level: 'inline',
  start: (source: string) => source.match(/!?\[\[/)?.index,
  tokenizer(source: string) {
    const found = /^!?\[\[([^[\]\n]{1,500})\]\]/.exec(source);
    if (!found) return undefined;
    const [target, ...words] = found[1]!.replaceAll('\\|', '|').split('|');
    // Of an embedded picture the words are its size.
    const named = found[0].startsWith('!') ? undefined : words.join('|').trim();
    const text = named || target!.replace(/^#\^?/, '').replaceAll('#', ' › ').trim();
    return { type: 'wikiLink', raw: found[0], text, target: target!.trim() };
  },
} as const;

const highlight = {
  name: 'highlight',
  level: 'inline',
  start: (source: string) => source.match(/==(?=\S)/)?.index,
  tokenizer(this: { lexer: { inlineTokens: (text: string) => Token[] } }, source: string) {
    const found = /^==(?=\S)([^=\n]{1,2000})==/.exec(source);
    if (!found) return undefined;
    return { type: 'highlight', raw: found[0], tokens: this.lexer.inlineTokens(found[1]!) };
  },
} as const;

const marked = new Marked(
  { gfm: true },
  {
    extensions: [wikiLink, highlight],
  },
);

type Links = Record<string, { href: string; title: string }>;

export function readMarkdown(text: string, out: Out): void {
  const { source, links } = cleaned(text);
  const hasInnerLinks = /\]\(#|\[\[#/.test(source);
  const reader = new MarkdownReader(out, links, hasInnerLinks);
  let done = 0;
  for (const segment of segments(source)) {
    reader.read(segment);
    done += segment.length;
    out.progress(done / source.length);
  }
}

class MarkdownReader {
  constructor(
    private readonly out: Out,
    private readonly links: Links,
    private readonly hasInnerLinks: boolean,
  ) {}

  read(segment: string): void {
    let tokens: Token[];
    try {
      tokens = this.lex(segment);
    } catch (error) {
      // Nested deeper than anybody writes: its words are there all the same.
      if (error instanceof RangeError) return readPlainText(segment, this.out);
      throw error;
    }
    for (const token of tokens) this.block(token);
  }

  private lex(source: string): Token[] {
    const lexer = new marked.Lexer(marked.defaults);
    for (const label of labelsIn(source)) {
      const link = this.links[label];
      if (link) lexer.tokens.links[label] = link;
    }
    return lexer.lex(source);
  }

  private block(token: Token): void {
    switch (token.type) {
      case 'heading':
        return this.heading(token as Tokens.Heading);
      case 'paragraph':
      case 'text':
        return this.paragraph(token as Tokens.Paragraph);
      case 'list':
        return this.list(token as Tokens.List, 0);
      case 'code':
        return this.code(token as Tokens.Code);
      case 'blockquote':
        return this.quote(token as Tokens.Blockquote);
      case 'table':
        return this.out.add({ kind: 'table', ...table(token as Tokens.Table) });
      case 'hr':
        return this.out.add({ kind: 'divider' });
      case 'html':
        for (const block of htmlBlocks(token.raw, this.out)) this.out.add(block);
    }
  }

  private heading({ depth, tokens }: Tokens.Heading): void {
    const inlines = inlinesOf(tokens);
    // No suffix for repeated headings: suffixes are assigned per viewer, so that hidden headings do not count.
    const anchor = this.hasInnerLinks ? slugOf(wordsOf(inlines)) : '';
    this.out.add({
      kind: 'heading',
      level: depth,
      inlines,
      ...(anchor && { anchors: [anchor] }),
    });
  }

  private paragraph({ tokens = [], text }: { tokens?: Token[]; text: string }): void {
    const { inlines, anchors } = unmarked(tokens.length > 0 ? inlinesOf(tokens) : [{ text }]);
    this.out.add({ kind: 'paragraph', inlines, ...anchors });
    for (const image of picturesOf(tokens)) this.out.add(image);
  }

  private code({ text, lang }: Tokens.Code): void {
    const language = lang?.trim().split(/\s/)[0];
    if (language && isStatBlockName(language)) {
      const blocks = text
        .split('\n')
        .map((line): Inner => ({ kind: 'paragraph', inlines: [{ text: line }] }));
      return this.out.add({ kind: 'stat_block', blocks });
    }
    this.out.add({ kind: 'code', inlines: [{ text }], ...(language && { language }) });
  }

  private quote(token: Tokens.Blockquote): void {
    const [, name, title, body] =
      /^\s*\[!([^\]|\n]{1,80})(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)\n?([\s\S]*)$/.exec(token.text) ??
      [];
    if (name === undefined) {
      const blocks = token.tokens.flatMap((each) => this.inner(each, 0));
      const kind = isStatBlock(token.text) ? 'stat_block' : 'quote';
      return this.out.add({ kind, blocks });
    }
    const blocks = this.lex(body ?? '').flatMap((each) => this.inner(each, 0));
    if (title?.trim()) {
      const heading = inlinesOf(
        this.lex(title).flatMap((each) => ('tokens' in each && each.tokens) || []),
      );
      blocks.unshift({ kind: 'heading', inlines: heading });
    }
    if (isStatBlockName(name)) return this.out.add({ kind: 'stat_block', blocks });
    this.out.add({ kind: 'callout', label: calloutLabel(name), blocks });
  }

  private list(list: Tokens.List, depth: number): void {
    for (const [index, item] of list.items.entries()) {
      const { inlines, anchors } = unmarked(wordsOfItem(item));
      const marker = markerOf(list, item, index);
      this.out.add({ kind: 'list_item', depth, inlines, ...marker, ...anchors });
      for (const token of item.tokens) {
        if (token.type === 'list') this.list(token as Tokens.List, depth + 1);
        else if (!isWords(token)) this.block(token);
        else
          for (const image of picturesOf(('tokens' in token && token.tokens) || []))
            this.out.add(image);
      }
    }
  }

  /** Blocks of a quote or callout; a quote within one is set in it. */
  private inner(token: Token, depth: number): Inner[] {
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', inlines: inlinesOf((token as Tokens.Heading).tokens) }];
      case 'paragraph':
      case 'text': {
        const { tokens, text } = token as Tokens.Paragraph;
        return [{ kind: 'paragraph', inlines: tokens ? inlinesOf(tokens) : [{ text }] }];
      }
      case 'list':
        return (token as Tokens.List).items.flatMap((item, index): Inner[] => [
          {
            kind: 'list_item',
            depth,
            inlines: wordsOfItem(item),
            ...markerOf(token as Tokens.List, item, index),
          },
          ...item.tokens
            .filter((each) => !isWords(each))
            .flatMap((each) => this.inner(each, each.type === 'list' ? depth + 1 : depth)),
        ]);
      case 'code':
        return [{ kind: 'code', inlines: [{ text: (token as Tokens.Code).text }] }];
      case 'blockquote':
        return (token as Tokens.Blockquote).tokens.flatMap((each) => this.inner(each, depth));
      case 'table':
        return [{ kind: 'table', rows: table(token as Tokens.Table).rows }];
      case 'hr':
        return [{ kind: 'divider' }];
      case 'html':
        return htmlBlocks(token.raw, this.out).flatMap(innerOfHtml);
      default:
        return [];
    }
  }
}

/** What HTML in a box is in it; pictures stand outside of boxes. */
const innerOfHtml = (block: Block): Inner[] =>
  block.blocks ?? (block.kind === 'image' ? [] : [innerOf(block)]);

const isWords = ({ type }: Token): boolean =>
  ['text', 'paragraph', 'space', 'checkbox'].includes(type);

/** All words of an item up to what it holds besides; its paragraphs are lines of it. */
function wordsOfItem(item: Tokens.ListItem): Inline[] {
  const inlines: Inline[] = [];
  for (const token of item.tokens) {
    if (token.type !== 'text' && token.type !== 'paragraph') continue;
    if (inlines.length > 0) inlines.push({ text: '\n' });
    const { tokens, text } = token as Tokens.Text;
    inlines.push(...(tokens ? inlinesOf(tokens) : [{ text }]));
  }
  return inlines;
}

function markerOf(list: Tokens.List, item: Tokens.ListItem, index: number): { marker?: string } {
  if (item.task) return { marker: item.checked ? '☑' : '☐' };
  if (!list.ordered) return {};
  const sign = /^\s*\d+([.)])/.exec(item.raw)?.[1] ?? '.';
  return { marker: `${Number(list.start || 0) + index}${sign}` };
}

function table({ header, rows }: Tokens.Table): { rows: Inline[][][]; hasHeader: boolean } {
  const names = header.map((cell) => inlinesOf(cell.tokens));
  const hasHeader = names.some((cell) => wordsOf(cell).trim() !== '');
  const cells = rows.map((row) => row.map((cell) => inlinesOf(cell.tokens)));
  return { rows: hasHeader ? [names, ...cells] : cells, hasHeader };
}
