import type { EditorView } from 'prosemirror-view';

/**
 * Has the editor read where the caret stands. The browser tells of a caret that was moved in a task of its own, behind keys that
 * wait already: until then the editor would write, paste and draw where the caret was before.
 */
export function readCaret({ dom, composing }: EditorView): void {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
