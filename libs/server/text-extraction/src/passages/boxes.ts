import { type Inner, isStatBlock, wordsOf } from '@tomekeeper/markdown';
import type { Block } from './block';

/** Maximum length of prose in a box that counts as read-aloud text. */
const READ_ALOUD = 1500;

/** The kind of box for blocks in a frame or on a background. */
export function boxKindOf(blocks: readonly Inner[]): Pick<Block, 'kind' | 'label'> {
  const text = blocks
    .map(({ inlines = [], rows = [] }) => wordsOf([...inlines, ...rows.flat(2)]))
    .join('\n');
  if (isStatBlock(text)) return { kind: 'stat_block' };
  const isProse = blocks.every(({ kind }) => kind === 'paragraph') && text.length <= READ_ALOUD;
  return { kind: 'callout', ...(isProse && { label: 'read_aloud' }) };
}
