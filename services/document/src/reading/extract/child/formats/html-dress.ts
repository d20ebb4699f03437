import type { Inline } from '@tomekeeper/contracts-document';
import { safeHref } from '../inlines';
import { attribute, type HtmlNode } from './html-tree';

export type Dress = Omit<Inline, 'text'>;

const DRESS_OF: Record<string, Dress> = {
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
/** How an element's words look, and where they lead. @param hrefOf as `safeHref` takes it */
export function dressOf(
  node: HtmlNode,
  tagName: string,
  hrefOf: (href: string) => string | undefined,
): Dress {
  const style = attribute(node, 'style') ?? '';
  const href = tagName === 'a' ? attribute(node, 'href') : undefined;
  const target = href === undefined ? undefined : hrefOf(href);
  const safe = target === undefined ? undefined : safeHref(target);
  return {
    ...(Object.hasOwn(DRESS_OF, tagName) && DRESS_OF[tagName]),
    ...(/font-weight:\s*(bold|[6-9]00)/i.test(style) && { bold: true }),
    ...(/font-style:\s*italic/i.test(style) && { italic: true }),
    ...(/text-decoration[^;]*line-through/i.test(style) && { strike: true }),
    ...(safe && { href: safe }),
  };
}
