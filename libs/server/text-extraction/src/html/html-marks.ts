import type { Inline } from '@tomekeeper/contracts-document';
import { safeHref } from '../passages/inlines';
import { attribute, type HtmlNode } from './html-tree';

export type Marks = Omit<Inline, 'text'>;

const MARKS_OF: Record<string, Marks> = {
  b: { bold: true },
  strong: { bold: true },
  dt: { bold: true },
  summary: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};
/** Marks of an element. @param hrefOf maps a link target for `safeHref` */
export function marksOf(
  node: HtmlNode,
  tagName: string,
  hrefOf: (href: string) => string | undefined,
): Marks {
  const style = attribute(node, 'style') ?? '';
  const href = tagName === 'a' ? attribute(node, 'href') : undefined;
  const target = href === undefined ? undefined : hrefOf(href);
  const safe = target === undefined ? undefined : safeHref(target);
  return {
    ...(Object.hasOwn(MARKS_OF, tagName) && MARKS_OF[tagName]),
    ...(/font-weight:\s*(bold|[6-9]00)/i.test(style) && { bold: true }),
    ...(/font-style:\s*italic/i.test(style) && { italic: true }),
    ...(/text-decoration[^;]*line-through/i.test(style) && { strike: true }),
    ...(safe && { href: safe }),
  };
}
