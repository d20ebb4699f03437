import type { Inline } from '@tomekeeper/contracts-document';
import { SECRET, wordsOf } from '@tomekeeper/markdown';
import type { Block } from './block';

/** Secret markup of HTML and Obsidian callouts anywhere in a source. */
const IN_SOURCE =
  /\[!secret\b|\b(?:class|data-callout)\s*=\s*(?:"[^"]*|'[^']*|[^\s>"']*)\bsecret\b/i;
/** An Obsidian comment within one block. `50%%` is a number. */
const COMMENT = /(?<!\d)%%[^]+?%%/;
const CALLOUT = /^[\s>]*\[!secret\b/i;

/**
 * Whether a source contains secret markup, even if the markup yields no passage (a hidden element, an image without text):
 * players must not get such a file.
 */
export const hasSecretMarkup = (source: string): boolean => IN_SOURCE.test(source);

const MARK = /(?<!\d)%%/g;

/** Finds secrets in the text of formats without callouts and comments: `[!secret]`, and `%%` around text or blocks. */
export class SecretMarks {
  /** Blocks since an open comment. */
  private open: Block[] = [];

  /** @returns complete blocks. Blocks of an open comment are returned at its end. */
  read(block: Block): Block[] {
    const marks = textsOf(block).join('\n').match(MARK)?.length ?? 0;
    if (this.open.length > 0) {
      this.open.push(block);
      return marks % 2 === 0 ? [] : this.take().map(asSecret);
    }
    if (marks % 2 === 0) return [withSecretMarks(block)];
    this.open.push(block);
    return [];
  }

  /** Returns the blocks of an unclosed comment as text. */
  end(): Block[] {
    return this.take().map(withSecretMarks);
  }

  private take(): Block[] {
    const blocks = this.open;
    this.open = [];
    return blocks;
  }
}

const textsOf = ({ blocks = [], images = [], alt = '', ...block }: Block): string[] => [
  ...[block, ...blocks].flatMap(linesOf).map(wordsOf),
  ...[alt, ...images.map((image) => image.alt ?? '')],
];

const linesOf = ({ inlines = [], rows = [] }: Pick<Block, 'inlines' | 'rows'>): Inline[][] => [
  inlines,
  ...rows.flat(),
];

function withSecretMarks(block: Block): Block {
  const texts = textsOf(block);
  const isSecret = COMMENT.test(texts.join('\n')) || texts.some((text) => CALLOUT.test(text));
  return isSecret ? asSecret(block) : block;
}

function asSecret(block: Block): Block {
  if (block.label === SECRET) return block;
  if (block.kind === 'image') return { ...block, label: SECRET };
  const { kind: _kind, inlines, blocks, rows, hasHeader, ...place } = block;
  const inner = blocks ?? [
    rows
      ? { kind: 'table' as const, rows, ...(hasHeader && { hasHeader }) }
      : { kind: 'paragraph' as const, ...(inlines && { inlines }) },
  ];
  return { ...place, kind: 'callout', label: SECRET, blocks: inner };
}
