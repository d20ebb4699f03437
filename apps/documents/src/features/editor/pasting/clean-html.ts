// Converts HTML of other programs to the HTML that the schema parses. `DOMParser` creates an inert document, which loads and runs
// nothing; only content that the schema knows reaches the note.

import { CHECKED, UNCHECKED } from '@tomekeeper/contracts-document';
import { listItemOf } from '../schema/list-item-html';
import { nameCallouts, renameElement } from './callout-elements';

const GONE =
  'style, script, meta, link, title, noscript, iframe, object, svg, template, button, select';
const BLOCKS =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, table, section, article, dl, dt, dd, figure';

/** Uploads a picture that the HTML embeds, and returns its placeholder element. */
export type TakePicture = (file: File, alt: string) => HTMLElement;

export function cleanHtml(html: string, takePicture: TakePicture): string {
  if (isOwnHtml(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const one of body.querySelectorAll('[data-pm-slice]')) one.removeAttribute('data-pm-slice');
  for (const one of body.querySelectorAll(GONE)) one.remove();
  removeComments(body);
  officeParagraphs(body);
  inlineStyles(body);
  nameCallouts(body);
  checkboxes(body);
  pictures(body, takePicture);
  links(body);
  definitions(body);
  code(body);
  sources(body);
  for (const table of body.querySelectorAll('table')) if (body.contains(table)) cells(table);
  for (const quote of body.querySelectorAll('blockquote, aside[data-label]')) innerLines(quote);
  for (const item of body.querySelectorAll('li')) flatten(item);
  return body.innerHTML;
}

/** Whether HTML was copied from one of our notes. Foundry and others also set `data-pm-slice`. */
export const isOwnHtml = (html: string): boolean =>
  html.includes('data-pm-slice') && /data-(source|passage)="/.test(html);

/** Whether HTML has structure beyond plain text. Code editors copy colored lines, which have none. */
export const hasStructure = (html: string): boolean =>
  /<(h[1-6]|ul|ol|li|table|blockquote|strong|b|em|i|a|img|pre|code)[\s>]/i.test(html) &&
  !/data-vscode|class="?vscode/i.test(html);

const textIn = (element: Element): string => element.textContent?.trim() ?? '';

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const one of comments) one.parentNode?.removeChild(one);
}

/** Passages copied from the reader carry their ids, which become the source of the pasted words. */
function sources(body: HTMLElement): void {
  for (const passage of body.querySelectorAll<HTMLElement>('[data-passage]')) {
    const source = passage.dataset['passage'] ?? '';
    passage.removeAttribute('data-passage');
    const walker = body.ownerDocument.createTreeWalker(passage, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '') continue;
      const words = body.ownerDocument.createElement('span');
      words.dataset['source'] = source;
      text.replaceWith(words);
      words.append(text);
    }
  }
}

/** Word writes lists and headings as paragraphs with `mso-` styles. */
function officeParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, div')) {
    const style = paragraph.getAttribute('style') ?? '';
    const list = /mso-list:\s*[^;]*level(\d+)/i.exec(style);
    const outline = /mso-outline-level:\s*([1-6])\b/i.exec(style);
    if (list && paragraph.tagName === 'P') officeItem(paragraph, Number(list[1]) - 1);
    else if (/\bMsoTitle\b/.test(paragraph.className)) renameElement(paragraph, 'h1');
    else if (/\bMso(Intense)?Quote\b/.test(paragraph.className))
      renameElement(paragraph, 'blockquote');
    else if (outline) renameElement(paragraph, `h${outline[1]}`);
  }
}

function officeItem(paragraph: HTMLElement, depth: number): void {
  const sign = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const marker = /^(\d{1,6}|[a-z]{1,4})[.)]$/i.exec(sign ? textIn(sign) : '');
  sign?.remove();
  const item = renameElement(paragraph, 'div');
  item.dataset['depth'] = String(Math.min(Math.max(depth, 0), 8));
  if (marker) item.dataset['marker'] = marker[0];
}

/**
 * Converts bold, italic and struck styles to elements, and removes the `<b>` of normal weight that Google Docs wraps copied
 * content in. Reads the attribute, because the page's content security policy empties the `style` of parsed documents.
 */
function inlineStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const style = element.getAttribute('style') ?? '';
    const [, weight] = /(?:^|[;\s])font-weight:\s*(\w+)/i.exec(style) ?? [];
    const isBold = weight !== undefined && /^(bold(er)?|[6-9]\d\d)$/i.test(weight);
    if (element.matches('b, strong') && weight !== undefined && !isBold) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    if (element.querySelector(`${BLOCKS}, tbody, tr, td, th`)) continue;
    if (isBold) wrapContent(element, 'strong');
    if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'em');
    if (/text-decoration[\w-]*:[^;]*line-through/i.test(style)) wrapContent(element, 's');
  }
}

function wrapContent(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}

/** Moves check boxes of list items to `aria-checked`; other check boxes become characters. */
function checkboxes(body: HTMLElement): void {
  for (const icon of body.querySelectorAll('img[aria-roledescription="checkbox"]')) icon.remove();
  for (const box of body.querySelectorAll<HTMLElement>('input, li > .checkbox')) {
    const isInput = box.tagName === 'INPUT';
    const isChecked = isInput ? box.hasAttribute('checked') : box.matches('.checkbox-on');
    const item = box.closest('li');
    if (isInput && box.getAttribute('type') !== 'checkbox') box.remove();
    else if (item) {
      item.setAttribute('aria-checked', String(isChecked));
      box.remove();
    } else box.replaceWith(`${isChecked ? CHECKED : UNCHECKED} `);
  }
}

/** Replaces an external picture by a link with its alt text. */
function pictures(body: HTMLElement, takePicture: TakePicture): void {
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    const alt = picture.getAttribute('alt')?.trim() ?? '';
    const file = fileIn(src);
    if (file) picture.replaceWith(takePicture(file, alt));
    else if (/^https?:/i.test(src)) {
      const link = body.ownerDocument.createElement('a');
      link.href = src;
      link.textContent = alt || 'Picture';
      if (picture.closest('a')) picture.replaceWith(alt);
      else picture.replaceWith(link);
    } else picture.replaceWith(alt);
  }
}

/** Decodes a picture in a `data:` URL; undefined if it is none or is malformed. */
function fileIn(address: string): File | undefined {
  const [, type, data] =
    /^data:(image\/(?!svg)[a-z+.-]+);base64,([a-z\d+/=\s]+)$/i.exec(address) ?? [];
  if (type === undefined || data === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (one) => one.charCodeAt(0));
    return new File([bytes], `picture.${type.split('/')[1]}`, { type });
  } catch {
    return undefined;
  }
}

/** Google Docs wraps links in redirect URLs. */
function links(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href^="https://www.google.com/url"]')) {
    const to = new URL(link.getAttribute('href') ?? '').searchParams.get('q');
    if (to) link.setAttribute('href', to);
  }
}

function definitions(body: HTMLElement): void {
  for (const term of body.querySelectorAll('dt, summary')) {
    const strong = body.ownerDocument.createElement('strong');
    strong.append(...term.childNodes);
    term.append(strong);
    renameElement(term, 'p');
  }
  for (const meaning of body.querySelectorAll('dd')) renameElement(meaning, 'p');
}

function code(body: HTMLElement): void {
  for (const block of body.querySelectorAll('pre')) {
    const language = /\blanguage-([\w+-]+)/.exec(
      `${block.className} ${block.querySelector('code')?.className ?? ''}`,
    );
    if (language?.[1]) block.dataset['language'] = language[1];
    block.textContent = block.textContent?.replace(/\n$/, '') ?? '';
  }
}

/** Flattens cells to inline text with line breaks. Empty cells pad a cell that spans several columns. */
function cells(table: HTMLTableElement): void {
  for (const caption of table.querySelectorAll('caption')) {
    table.before(renameElement(caption, 'p'));
  }
  for (const cell of table.querySelectorAll('thead td')) renameElement(cell, 'th');
  for (const row of table.rows)
    for (const cell of [...row.cells]) {
      asLines(cell);
      for (let more = Math.min(cell.colSpan, 50); more > 1; more -= 1)
        cell.after(table.ownerDocument.createElement(cell.tagName));
    }
  for (const row of [...table.rows]) if (row.cells.length === 0) row.remove();
  if (table.rows.length === 0) table.remove();
}

/** Replaces the blocks of an element by inline content with line breaks; keeps marks. */
function asLines(element: Element): void {
  for (;;) {
    const block = element.querySelector(`${BLOCKS}, tbody, tr, td, th`);
    if (!block) break;
    const isLast = block.parentElement === element && !hasMore(block);
    block.replaceWith(...block.childNodes, ...(isLast ? [] : [breakIn(element)]));
  }
  while (element.lastChild && isBreakOrSpace(element.lastChild)) element.lastChild.remove();
  while (element.firstChild && isBreakOrSpace(element.firstChild)) element.firstChild.remove();
}

const breakIn = ({ ownerDocument }: Element): HTMLElement => ownerDocument.createElement('br');

function hasMore(block: Element): boolean {
  for (let next = block.nextSibling; next; next = next.nextSibling)
    if (!isBreakOrSpace(next)) return true;
  return false;
}

const isBreakOrSpace = (node: ChildNode): boolean =>
  node.nodeName === 'BR' ||
  (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() === '');

/** Flattens the blocks of a quote or box to lines that record their original kind. */
function innerLines(box: Element): void {
  const { ownerDocument } = box;
  const lines: HTMLElement[] = [];
  let loose: HTMLElement | undefined;
  const put = (kind: string, children: readonly ChildNode[]): HTMLElement => {
    const line = ownerDocument.createElement('p');
    line.dataset['inner'] = kind;
    line.append(...children);
    asLines(line);
    lines.push(line);
    return line;
  };
  const read = (parent: Element) => {
    for (const child of [...parent.childNodes]) {
      const isElement = child instanceof Element;
      if (isElement && /^(UL|OL|DIV|SECTION|ARTICLE|BLOCKQUOTE|ASIDE|TBODY)$/.test(child.tagName)) {
        loose = undefined;
        read(child);
      } else if (isElement && child.matches(BLOCKS)) {
        loose = undefined;
        if (child.tagName === 'LI') readItem(child as HTMLElement);
        else {
          const kind = /^H\d$/.test(child.tagName)
            ? 'heading'
            : child.tagName === 'PRE'
              ? 'code'
              : 'paragraph';
          if (textIn(child) !== '') put(kind, [...child.childNodes]);
        }
      } else if (loose || (child.textContent ?? '').trim() !== '') {
        if (loose) loose.append(child);
        else loose = put('paragraph', [child]);
      }
    }
  };
  const readItem = (item: HTMLElement) => {
    const nested = [...item.children].filter(({ tagName }) => tagName === 'UL' || tagName === 'OL');
    const { depth, marker } = listItemOf(item, box);
    const line = put(
      'list_item',
      [...item.childNodes].filter((one) => !nested.includes(one as Element)),
    );
    line.dataset['depth'] = String(depth);
    if (marker !== null) line.dataset['marker'] = marker;
    for (const one of nested) read(one);
  };
  read(box);
  box.replaceChildren(...lines);
}

/** Flattens the paragraphs of a list item to lines. Nested lists stay lists. */
function flatten(item: HTMLLIElement): void {
  for (;;) {
    const block = [...item.querySelectorAll(BLOCKS)].find(
      (one) => !one.matches('ul, ol, li, table, pre, figure') && one.closest('li') === item,
    );
    if (!block) break;
    const next = block.nextSibling;
    const isFollowed =
      next !== null && hasMore(block) && !(next instanceof Element && next.matches('ul, ol'));
    block.replaceWith(...block.childNodes, ...(isFollowed ? [breakIn(item)] : []));
  }
}
