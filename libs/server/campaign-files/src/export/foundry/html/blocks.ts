import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import { SECRET, wordsOf } from '@tomekeeper/markdown';
import { escapeCommands } from '../../../foundry-format/commands';
import type { TransferPassage } from '../../../model';
import { escapeText, writeAttributes } from './escape';
import { writeInlines, type LinkTargetOf } from './inlines';
import { ListWriter } from './lists';

export interface HtmlOptions {
  targetOf: LinkTargetOf;
  /** The address of an image. */
  addressOf: (picture: string | undefined) => string | undefined;
  /** The id of the next secret section. */
  nextSecretId: () => string;
  /** Whether a secret section is around the passages. */
  isWithinSecret: boolean;
}

/** Passages as HTML of a journal page. Foundry's secret sections contain passages with secret markup that no GM revealed. */
export function writeHtml(passages: Iterable<TransferPassage>, options: HtmlOptions): string {
  const writer = new BlockWriter(options);
  let html = '';
  for (const passage of passages) html += writer.add(passage);
  return html + writer.end();
}

export const secretSection = (id: string, html: string): string =>
  `<section${writeAttributes({ class: SECRET, id })}>${html}</section>`;

class BlockWriter {
  private readonly list = new ListWriter();

  constructor(private readonly options: HtmlOptions) {}

  add(passage: TransferPassage): string {
    const { kind, depth, text, content, audience } = passage;
    const { inlines = [{ text }], marker, label, blocks = [] } = content;
    const { isWithinSecret, nextSecretId } = this.options;
    if (isSecretLabel(label) && audience !== 'party' && !isWithinSecret) {
      const within = { ...this.options, isWithinSecret: true };
      const html = kind === 'callout' ? this.box(blocks, inlines) : writeHtml([passage], within);
      return this.end() + secretSection(nextSecretId(), html);
    }
    if (kind === 'list_item') return this.addItem(depth, marker, inlines);
    return this.end() + this.block(passage, inlines);
  }

  /** Ends open lists. */
  end(): string {
    return this.list.close();
  }

  private addItem(depth: number, marker: string | undefined, inlines: readonly Inline[]): string {
    return this.list.add({ depth, marker }, (before) => escapeText(before) + this.line(inlines));
  }

  private block(
    { kind, level = 1, text, content, picture }: TransferPassage,
    inlines: readonly Inline[],
  ): string {
    const { blocks = [], rows = [[[...inlines]]], label, language, width, height } = content;
    switch (kind) {
      case 'heading':
        return `<h${level}>${this.line(inlines)}</h${level}>`;
      case 'table':
        return this.table(rows, content.hasHeader ?? false);
      case 'quote':
        return `<blockquote>${this.box(blocks, inlines)}</blockquote>`;
      case 'callout':
        return callout(label, this.box(blocks, inlines));
      case 'stat_block':
        return `<aside class="stat-block">${this.box(blocks, inlines)}</aside>`;
      case 'code':
        return code(inlines, language);
      case 'image': {
        const src = this.options.addressOf(picture);
        return `<p><img${writeAttributes({ src, alt: escapeCommands(text), width, height })}></p>`;
      }
      case 'divider':
        return '<hr>';
      default:
        return `<p>${this.line(inlines)}</p>`;
    }
  }

  private line(inlines: readonly Inline[]): string {
    return writeInlines(inlines, this.options.targetOf);
  }

  private table(rows: readonly Inline[][][], hasHeader: boolean): string {
    const row = (cells: readonly Inline[][], tag: string) =>
      `<tr>${cells.map((cell) => `<${tag}>${this.line(cell)}</${tag}>`).join('')}</tr>`;
    const [head, body] = hasHeader ? [rows.slice(0, 1), rows.slice(1)] : [[], rows];
    const parts = [
      ...head.map((cells) => `<thead>${row(cells, 'th')}</thead>`),
      ...(body.length > 0
        ? [`<tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody>`]
        : []),
    ];
    return `<table>${parts.join('')}</table>`;
  }

  /** @param otherwise the text of a box without blocks */
  private box(blocks: readonly InnerBlock[], otherwise: readonly Inline[]): string {
    if (blocks.length === 0) return `<p>${this.line(otherwise)}</p>`;
    const writer = new BlockWriter(this.options);
    const html = blocks.map(({ kind, depth, inlines = [], rows = [], marker }) => {
      if (kind === 'list_item') return writer.addItem(depth, marker, inlines);
      return writer.end() + writer.inner(kind, inlines, rows);
    });
    return html.join('') + writer.end();
  }

  private inner(kind: InnerBlock['kind'], inlines: readonly Inline[], rows: Inline[][][]): string {
    if (kind === 'heading') return `<h3>${this.line(inlines)}</h3>`;
    if (kind === 'table') return this.table(rows, false);
    if (kind === 'code') return code(inlines);
    return kind === 'divider' ? '<hr>' : `<p>${this.line(inlines)}</p>`;
  }
}

const isSecretLabel = (label = ''): boolean => label.trim().toLowerCase() === SECRET;

/** The label is an attribute, because a class `secret` would hide the text. */
function callout(label: string | undefined, html: string): string {
  if (label === undefined || isSecretLabel(label)) return `<aside>${html}</aside>`;
  const attributes =
    label === 'read_aloud' ? { class: 'read-aloud' } : { class: 'callout', 'data-callout': label };
  return `<blockquote${writeAttributes(attributes)}>${html}</blockquote>`;
}

function code(inlines: readonly Inline[], language = ''): string {
  const name = /^[\w+#-]{1,40}$/.test(language) ? `language-${language}` : undefined;
  // Parsers leave out a line break at the beginning.
  const text = wordsOf(inlines).replace(/^\n/, '\n\n');
  return `<pre><code${writeAttributes({ class: name })}>${escapeText(text)}</code></pre>`;
}
