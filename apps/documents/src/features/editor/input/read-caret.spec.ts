import { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { NotePictures } from '../pictures/note-pictures';
import { createField } from './note-field';
import { docOf } from '../schema/passages-of-doc';
import { ScreenParts } from '../screen-parts';

function field(): EditorView {
  const place = document.createElement('div');
  document.body.append(place);
  const state = EditorState.create({
    doc: docOf([
      {
        id: 'a',
        kind: 'paragraph',
        depth: 0,
        text: 'The inn is warm.',
        version: 1,
        audience: 'gm',
        content: { inlines: [{ text: 'The inn is warm.' }] },
      },
    ]),
  });
  const view: EditorView = createField(place, {
    state,
    attributes: { tabindex: '0' },
    apply: (tr) => view.updateState(view.state.apply(tr)),
    screen: new ScreenParts(),
    pictures: {} as NotePictures,
    isOfThisNote: () => true,
    touched: () => false,
  });
  view.focus();
  return view;
}

describe('the caret of the editor', () => {
  it.each(['keydown', 'beforeinput', 'copy', 'cut', 'paste'])(
    'is where the browser has put it when %s comes before word of that',
    (type) => {
      const view = field();
      const words = document.createTreeWalker(view.dom, NodeFilter.SHOW_TEXT).nextNode();
      document.getSelection()?.collapse(words, 16);
      expect(view.state.selection.head).toBe(1);
      view.dom.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      expect(view.state.selection.head).toBe(17);
    },
  );
});
