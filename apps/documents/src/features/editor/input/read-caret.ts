import type { EditorView } from 'prosemirror-view';

/**
 * Makes ProseMirror read the DOM selection now. Browsers fire `selectionchange` in a separate task, after keys that are already
 * queued; until then the editor would type, paste and draw at the old caret.
 */
export function readCaret({ dom, composing }: EditorView): void {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
