import type { ClipboardEvent } from 'react';

/**
 * What is copied out of a text says of which passages it is, so that a note it is pasted into keeps it from those who may not see
 * them. The words are copied as ever.
 */
export function copyWithSources(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return;
  // What is selected in a field of the page is that field's own.
  if (event.target instanceof Element && event.target.closest('input, textarea')) return;
  const range = selection.getRangeAt(0);
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-passage]')].filter(
    (row) => range.intersectsNode(row),
  );
  if (rows.length === 0) return;
  const copied = rows.map((row) => partOf(row, range));
  event.clipboardData.setData('text/html', copied.map(({ outerHTML }) => outerHTML).join(''));
  event.clipboardData.setData('text/plain', selection.toString());
  event.preventDefault();
}

/** What of a passage is selected, without the controls beside it. */
function partOf(row: HTMLElement, range: Range): HTMLElement {
  const part = range.cloneRange();
  if (!row.contains(range.startContainer)) part.setStart(row, 0);
  if (!row.contains(range.endContainer)) part.setEnd(row, row.childNodes.length);
  const copy = window.document.createElement(row.tagName);
  copy.dataset['passage'] = row.dataset['passage'];
  copy.append(part.cloneContents());
  for (const control of copy.querySelectorAll('button, input, [role=menu], [aria-hidden=true]'))
    control.remove();
  return copy;
}
