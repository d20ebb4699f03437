import type { Inline } from '@tomekeeper/contracts-document';
import type { Block, Inner } from '../block';

// What blocks become that stand in a box or in the cell of a table.

export { innerOf } from '@tomekeeper/markdown';

/** Paragraphs of a cell as its lines; of what stands in boxes and tables within it, the words. */
export function cellOf(blocks: readonly (Block | Inner)[]): Inline[] {
  const inlines: Inline[] = [];
  for (const block of blocks) {
    const own = block.inlines ?? [
      ...lined(block.rows ?? []),
      ...('blocks' in block ? cellOf(block.blocks ?? []) : []),
    ];
    if (own.length === 0) continue;
    if (inlines.length > 0) inlines.push({ text: '\n' });
    if (block.marker !== undefined) inlines.push({ text: `${block.marker} ` });
    inlines.push(...own);
  }
  return inlines;
}

/** A row a line. */
const lined = (rows: readonly Inline[][][]): Inline[] =>
  rows.flatMap((row, index) => [
    ...(index > 0 ? [{ text: '\n' }] : []),
    ...row.flatMap((cell, at) => (at > 0 ? [{ text: ' ' }, ...cell] : cell)),
  ]);
