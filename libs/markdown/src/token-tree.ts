import { wordsOf, type Block, type Inner } from './block';
import { takeBlockId } from './line-markers';
import type { Token } from './parser';

/** A token with the tokens in it. */
export interface Node {
  token: Token;
  children: Node[];
}

export function takeBlockIdOfBox(
  blocks: Inner[],
  source: string,
): Pick<Block, 'anchors'> & { blocks: Inner[] } {
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph') return { blocks };
  const { inlines, anchors } = takeBlockId(last.inlines ?? [], source);
  if (!anchors) return { blocks };
  const rest = inlines.length > 0 ? [{ ...last, inlines }] : [];
  return { blocks: [...blocks.slice(0, -1), ...rest], anchors };
}

export const nameOf = ({ token }: Node): string | undefined =>
  (token.meta as { callout?: string } | null)?.callout;

/** The Markdown of a paragraph. */
export const sourceOf = (node: Node | undefined): string => node?.children[0]?.token.content ?? '';

export const lastSourceOf = (item: Node): string => sourceOf(item.children[countWords(item) - 1]);

/** The number of paragraphs at the beginning of an item. */
export function countWords({ children }: Node): number {
  const at = children.findIndex(({ token }) => token.type !== 'paragraph_open');
  return at < 0 ? children.length : at;
}

/** A comment in a list, box or table becomes a separate paragraph or item. */
export const asWords = ({ kind, depth }: Block): Inner =>
  kind === 'list_item'
    ? { kind, ...(depth !== undefined && { depth }) }
    : { kind: kind === 'heading' ? kind : 'paragraph' };

export function isEmpty({ kind, inlines = [], blocks = [] }: Block): boolean {
  if (/^(paragraph|heading|list_item|code)$/.test(kind)) return wordsOf(inlines).trim() === '';
  return /^(quote|callout|stat_block)$/.test(kind) && blocks.length === 0;
}

export function treeOf(tokens: readonly Token[]): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node = { token, children: [] };
    (open.at(-1)?.children ?? roots).push(node);
    if (token.nesting > 0) open.push(node);
  }
  return roots;
}
