import type { EditorState, Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { clickCheckBox } from './check-boxes';
import { innerKeptView, keptView } from './kept-view';
import { SETTLED } from '../schema/passage-ids';
import { pasteProps } from '../pasting/paste-props';
import type { NotePictures } from '../pictures/note-pictures';
import { pictureView } from '../pictures/picture-view';
import { readCaret } from './read-caret';
import type { ScreenParts } from '../screen-parts';

interface FieldParts {
  state: EditorState;
  attributes: Record<string, string>;
  apply: (tr: Transaction) => void;
  screen: ScreenParts;
  pictures: NotePictures;
  /** Whether the server has a passage with this id in this note. */
  isOfThisNote: (id: string) => boolean;
  /** Called for key presses and pointer events. */
  touched: () => false;
}

/** Creates the ProseMirror view of a note. */
export function createField(place: HTMLElement, parts: FieldParts): EditorView {
  const { state, attributes, apply, screen, pictures, isOfThisNote, touched } = parts;
  const { handleDOMEvents: pasting, ...paste } = pasteProps({ pictures, isOfThisNote });
  return new EditorView(place, {
    state,
    attributes,
    dispatchTransaction: apply,
    handleClick: clickCheckBox,
    handleKeyDown: (_, event) => screen.shortcut(event),
    nodeViews: { kept: keptView, inner_kept: innerKeptView, image: pictureView(pictures) },
    ...paste,
    handleDOMEvents: {
      ...pasting,
      keydown: (view) => {
        readCaret(view);
        return touched();
      },
      beforeinput: readFirst,
      copy: readFirst,
      cut: readFirst,
      paste: readFirst,
      pointerdown: touched,
      compositionend: (composed) => {
        setTimeout(() => {
          if (!composed.isDestroyed) composed.dispatch(composed.state.tr.setMeta(SETTLED, true));
        });
        return false;
      },
    },
  });
}

const readFirst = (view: EditorView): false => {
  readCaret(view);
  return false;
};
