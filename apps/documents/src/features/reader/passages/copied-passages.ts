import type { ClipboardEvent } from 'react';

/**
 * Adds passage ids to copied HTML, so that a note into which it is pasted limits its audience. Margin content, such as audience
 * marks, is not copied.
 */
export function copyWithSources(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return;
  // Copying from a form field keeps the browser's behavior.
  if (event.target instanceof Element && event.target.closest('input, textarea')) return;
  const range = selection.getRangeAt(0);
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-passage]')].filter(
    (row) => range.intersectsNode(row),
  );
  if (rows.length === 0) return;
  const copied = rows.map((row) => partOf(row, range));
  event.clipboardData.setData('text/html', copied.map(({ outerHTML }) => outerHTML).join(''));
  event.clipboardData.setData('text/plain', textOf(copied));
  event.preventDefault();
}

/** The selected part of a passage, without the controls next to it. */
function partOf(row: HTMLElement, range: Range): HTMLElement {
  const part = range.cloneRange();
  if (!row.contains(range.startContainer)) part.setStart(row, 0);
  if (!row.contains(range.endContainer)) part.setEnd(row, row.childNodes.length);
  const copy = window.document.createElement(row.tagName);
  copy.dataset['passage'] = row.dataset['passage'];
  copy.append(part.cloneContents());
  for (const other of copy.querySelectorAll(NOT_TEXT)) other.remove();
  for (const box of copy.querySelectorAll('[role=note]')) box.removeAttribute('aria-label');
  return copy;
}

const NOT_TEXT = 'button, input, [role=menu], [aria-hidden=true], [data-beside]';
const BLOCKS = /^(P|DIV|UL|OL|LI|TR|PRE|BLOCKQUOTE|FIGURE|H\d)$/;

/** Passages as plain text: one line per list item, an empty line between other passages. */
function textOf(passages: readonly HTMLElement[]): string {
  return passages.reduce((before, passage, at) => {
    const isItem = passage.tagName === 'LI' && passages[at - 1]?.tagName === 'LI';
    return `${before}${at === 0 ? '' : isItem ? '\n' : '\n\n'}${linesOf(passage).trim()}`;
  }, '');
}

function linesOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return '';
  if (node.tagName === 'BR') return '\n';
  const words = [...node.childNodes].map(linesOf).join('');
  if (/^T[DH]$/.test(node.tagName)) return node.nextElementSibling ? `${words}\t` : words;
  return BLOCKS.test(node.tagName) && words !== '' && !words.endsWith('\n') ? `${words}\n` : words;
}
