import { history } from 'prosemirror-history';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { markdownHabits } from '../input/markdown-habits';
import { NoteBase, pendingOf } from '../saving/note-base';
import { createField } from '../input/note-field';
import { noteKeys } from '../input/note-keys';
import type { EditedPassage } from '../saving/notes-api';
import { passageIds } from '../schema/passage-ids';
import { docOf } from '../schema/passages-of-doc';
import { NotePictures } from '../pictures/note-pictures';
import { ScreenParts } from '../screen-parts';
import { audiencesIn } from '../seen-by/audience-marks';
import { NoteAudiences } from '../seen-by/note-audiences';
import { isNewSecret } from '../seen-by/predicted-audience';

export const never = () => new Promise<never>(() => undefined);

export const passage = (
  id: string,
  text: string,
  more: Partial<EditedPassage> = {},
): EditedPassage => ({
  id,
  kind: 'paragraph',
  depth: 0,
  text,
  content: { inlines: [{ text }] },
  version: 1,
  audience: 'party',
  ...more,
});

/** Test fixture: a public note in a real editor view, with the caret at the end of a passage. */
export class TestField {
  readonly base: NoteBase;
  readonly view: EditorView;

  constructor(passages: EditedPassage[], end: number) {
    this.base = new NoteBase({ title: 'Mill', version: 1, passages });
    const apply = (tr: EditorState['tr']) => this.view.updateState(this.view.state.apply(tr));
    const audiences = new NoteAudiences({
      base: this.base,
      is_spoilers: false,
      editor: () => this.view.state,
      apply,
      save: () => Promise.resolve(),
      settle: () => undefined,
    });
    this.view = createField(document.body.appendChild(document.createElement('div')), {
      state: EditorState.create({
        doc: docOf(passages),
        plugins: [
          ...noteKeys,
          markdownHabits,
          history(),
          passageIds(() => false, {
            isNewSecret: (one) => isNewSecret(one, this.base),
            isUndone: () => false,
          }),
          audiences.marks,
        ],
      }),
      attributes: {},
      apply,
      screen: new ScreenParts(),
      pictures: new NotePictures({
        uploadImage: never,
        images: never,
        imageMegabytes: 20,
      }),
      isOfThisNote: (id) => this.base.passages.has(id),
      touched: () => false,
    });
    audiences.follow(false, () => undefined);
    const { doc } = this.view.state;
    const behind = doc.content.content
      .slice(0, end + 1)
      .reduce((pos, { nodeSize }) => pos + nodeSize, 0);
    this.select(behind - 1);
  }

  select(from: number, to = from): void {
    const { tr, doc } = this.view.state;
    const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
    this.view.dispatch(tr.setSelection(TextSelection.between($from, $to, -1)));
  }

  press(key: string, modifiers: KeyboardEventInit = {}): void {
    const event = new KeyboardEvent('keydown', { key, ...modifiers });
    this.view.someProp('handleKeyDown', (handle) => handle(this.view, event));
  }

  /** Types one character at a time. */
  type(text: string): void {
    const { view } = this;
    for (const letter of text) {
      const { from, to } = view.state.selection;
      const insert = () => view.state.tr.insertText(letter, from, to);
      const isTaken = view.someProp('handleTextInput', (handle) =>
        handle(view, from, to, letter, insert),
      );
      if (!isTaken) view.dispatch(insert());
    }
  }

  paste(kinds: Record<string, string>, files: File[] = []): void {
    const clipboardData = { getData: (kind: string) => kinds[kind] ?? '', files };
    this.view.dom.dispatchEvent(
      Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }),
    );
  }

  /** The audience that the editor shows for each passage. */
  shown(): string[] {
    const { state } = this.view;
    return audiencesIn(state).map(({ kind }, at) => `${kind}: ${state.doc.child(at).textContent}`);
  }

  pending() {
    return pendingOf(this.view.state.doc, 'Mill', this.base).changes;
  }

  close(): void {
    this.view.destroy();
  }
}
