import type { Inline } from '@tomekeeper/contracts-document';
import type { Inner } from '@tomekeeper/markdown';
import type { Block } from './block';

/** The content of a table cell. Blocks become lines; boxes and nested tables become text. */
export function cellInlines(blocks: readonly (Block | Inner)[]): Inline[] {
  const inlines: Inline[] = [];
  for (const block of blocks) {
    const own = block.inlines ?? [
      ...rowLines(block.rows ?? []),
      ...('blocks' in block ? cellInlines(block.blocks ?? []) : []),
    ];
    if (own.length === 0) continue;
    if (inlines.length > 0) inlines.push({ text: '\n' });
    if (block.marker !== undefined) inlines.push({ text: `${block.marker} ` });
    inlines.push(...own);
  }
  return inlines;
}

/** Puts each row on a line. */
const rowLines = (rows: readonly Inline[][][]): Inline[] =>
  rows.flatMap((row, index) => [
    ...(index > 0 ? [{ text: '\n' }] : []),
    ...row.flatMap((cell, at) => (at > 0 ? [{ text: ' ' }, ...cell] : cell)),
  ]);
