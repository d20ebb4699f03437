import { SECRET, wordsOf } from '@tomekeeper/markdown';
import type { Block } from './block';

/** Secret markup of HTML, and of Obsidian's callouts, anywhere in a source. */
const IN_SOURCE =
  /\[!secret\b|\b(?:class|data-callout)\s*=\s*(?:"[^"]*|'[^']*|[^\s>"']*)\bsecret\b/i;
/** A comment of Obsidian within one block; `50%%` is a number. */
const COMMENT = /(?<!\d)%%[^]+?%%/;
const CALLOUT = /^[\s>]*\[!secret\b/i;

/**
 * Whether a source contains secret markup, also where the markup yields no passage (a hidden element, a picture without
 * words): players must not get such a file.
 */
export const hasSecretMarkup = (source: string): boolean => IN_SOURCE.test(source);

/** A block of a format without callouts and comments; with the marks of a secret in its text it is a secret box. */
export function withSecretMarks(block: Block): Block {
  const lines = [block.inlines ?? [], ...(block.blocks ?? []).map(({ inlines = [] }) => inlines)];
  const texts = lines.map((inlines) => wordsOf(inlines));
  const cells = (block.rows ?? []).flat().map((cell) => wordsOf(cell));
  const isSecret = [...texts, ...cells].some((text) => COMMENT.test(text) || CALLOUT.test(text));
  if (!isSecret || block.label === SECRET) return block;
  const { kind: _kind, inlines, blocks, rows, hasHeader, ...place } = block;
  const inner = blocks ?? [
    rows
      ? { kind: 'table' as const, rows, ...(hasHeader && { hasHeader }) }
      : { kind: 'paragraph' as const, ...(inlines && { inlines }) },
  ];
  return { ...place, kind: 'callout', label: SECRET, blocks: inner };
}
