// Converts quotes and boxes of other programs into `aside` elements with a label.

const BOXES = 'div[data-callout], div.markdown-alert, .secret, blockquote';
const SIGN = /^\s*\[!([\w -]{1,40})(?:\|[^\]]*)?\][+-]?\s*/;

/** Labels callouts of Obsidian, GitHub and Foundry. A quote, callout or table that contains a secret becomes one secret. */
export function nameCallouts(body: HTMLElement): void {
  for (const box of body.querySelectorAll<HTMLElement>(BOXES)) {
    const label = labelOf(box);
    if (label === undefined) continue;
    for (const icon of box.querySelectorAll('.callout-icon, .callout-fold')) icon.remove();
    renameElement(box, 'aside').dataset['label'] = label;
  }
  for (const secret of body.querySelectorAll('aside[data-label="secret"]')) {
    const outer = outermostBox(secret);
    if (outer.tagName === 'TABLE') {
      const box = body.ownerDocument.createElement('aside');
      outer.replaceWith(box);
      box.append(outer);
      box.dataset['label'] = 'secret';
    } else if (outer !== secret) renameElement(outer, 'aside').dataset['label'] = 'secret';
  }
  for (const box of body.querySelectorAll('[data-label="secret"] :is(aside, blockquote)'))
    renameElement(box, 'div');
}

/** Whether HTML contains quotes or callouts. */
export const hasCallouts = (html: string): boolean =>
  /<blockquote|<aside|data-callout|markdown-alert|class=["']?[^"'>]*\bsecret\b/i.test(html);

/** Replaces an element by one with another tag and the same children. */
export function renameElement(element: Element, tag: string): HTMLElement {
  const next = element.ownerDocument.createElement(tag);
  next.append(...element.childNodes);
  element.replaceWith(next);
  return next;
}

function outermostBox(secret: Element): Element {
  let outer = secret;
  for (let above = secret.parentElement; above; above = above.parentElement)
    if (above.matches('blockquote, aside, table')) outer = above;
  return outer;
}

function labelOf(box: HTMLElement): string | undefined {
  if (box.matches('.secret')) return isBlock(box) ? 'secret' : undefined;
  const alert = /\bmarkdown-alert-([a-z]+)/.exec(box.className);
  const named = box.dataset['callout'] ?? alert?.[1];
  if (named) return asLabel(named);
  if (box.tagName !== 'BLOCKQUOTE') return undefined;
  const walker = box.ownerDocument.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() === '') continue;
    const sign = SIGN.exec(text.data);
    // Formatting splits the label, which then stays in the text.
    if (!sign) return asLabel(SIGN.exec(box.textContent ?? '')?.[1]);
    text.data = text.data.slice(sign[0].length);
    return asLabel(sign[1]);
  }
  return undefined;
}

const isBlock = ({ tagName }: Element): boolean => /^(SECTION|DIV|BLOCKQUOTE|ASIDE)$/.test(tagName);

const asLabel = (name: string | undefined): string | undefined =>
  name?.trim().toLowerCase().replaceAll(/[ -]+/g, '_');
