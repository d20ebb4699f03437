import type { Block } from '../passages/block';
import { calloutLabel, isReadAloud, isStatBlockName, SECRET } from '@tomekeeper/markdown';
import { attribute, type HtmlNode } from './html-tree';

const CALLOUT =
  /^(callout|admonition|note|warning|tip|info|important|caution|sidebar|sidenote|secret|gm|aside)$/i;

const isSecretName = (name: string): boolean => name.toLowerCase() === SECRET;

export const isSecretElement = (node: HtmlNode): boolean =>
  boxOf(node, node.tagName ?? '')?.label === SECRET;

/** The box that an element's name or classes stand for. */
export function boxOf(node: HtmlNode, tagName: string): Pick<Block, 'kind' | 'label'> | undefined {
  if (!/^(blockquote|aside|div|section|p|article|details|table)$/.test(tagName)) return undefined;
  const names = (attribute(node, 'class') ?? '').split(/\s+/).filter(Boolean);
  if ([...names, attribute(node, 'data-callout') ?? ''].some(isSecretName))
    return { kind: 'callout', label: SECRET };
  if (names.some(isStatBlockName)) return { kind: 'stat_block' };
  if (names.some(isReadAloud)) return { kind: 'callout', label: 'read_aloud' };
  const callout = attribute(node, 'data-callout') ?? names.find((name) => CALLOUT.test(name));
  if (callout && tagName !== 'table' && tagName !== 'p') {
    const isGeneral = /^(callout|admonition)$/i.test(callout);
    const particular = isGeneral ? names.find((name) => name !== callout) : callout;
    return { kind: 'callout', ...(particular && { label: calloutLabel(particular) }) };
  }
  if (tagName === 'aside') return { kind: 'callout' };
  return tagName === 'blockquote' ? { kind: 'quote' } : undefined;
}
