import { NodeSelection, Selection, TextSelection, type EditorState } from 'prosemirror-state';
import { BLOCK_TYPES } from '../schema/block-types';
import type { EditedPassage } from '../saving/notes-api';
import { schema } from '../schema/schema';
import { audiencesIn } from '../seen-by/audience-marks';
import { NoteSession } from '../saving/note-session';
import { NoteService, type NoteRules } from './note-service';

// A test page with the real editor and an in-memory document service.

let note: NoteSession | undefined;
let service: NoteService;
let unmount: (() => void) | undefined;
let clipboard: Record<string, string> = {};
let dragged: DataTransfer;

const field = (): HTMLElement => document.querySelector<HTMLElement>('.ProseMirror')!;
const state = (): EditorState => note!.current().editor;

/** Closes the previous note and opens one with these passages. */
export async function open(passages: EditedPassage[], rules: NoteRules): Promise<void> {
  unmount?.();
  await note?.close();
  document.body.replaceChildren();
  clipboard = {};
  service = new NoteService(passages, rules);
  note = await NoteSession.open({
    api: service.api,
    person: 'gm',
    note: crypto.randomUUID(),
    is_spoilers: false,
    isSignedIn: () => true,
  });
  const place = document.body.appendChild(document.createElement('div'));
  unmount = note.mount(place, { role: 'textbox', 'aria-label': 'Text' });
  note.audiences.follow(false, () => undefined);
  note.focus();
}

/** Selects a range; both ends are fractions of the document from 0 to 1. An empty range at an atom selects the atom. */
export function select(from: number, to: number): void {
  note!.run(({ doc, tr }, dispatch) => {
    const [$from, $to] = [from, to].map((one) => doc.resolve(Math.round(one * doc.content.size)));
    const node = $from!.nodeAfter;
    const isNode = from === to && $from!.depth === 0 && node?.isAtom === true;
    const selection = isNode
      ? NodeSelection.create(doc, $from!.pos)
      : TextSelection.between($from!, $to!);
    dispatch(tr.setSelection(selection));
    return true;
  });
}

/** Moves the caret into a new empty paragraph at the end. */
export function beginParagraph(): void {
  note!.run(({ doc, tr }, dispatch) => {
    tr.insert(doc.content.size, schema.nodes.paragraph.create());
    dispatch(tr.setSelection(Selection.atEnd(tr.doc)));
    return true;
  });
}

export function turnInto(value: string): void {
  const found = BLOCK_TYPES.find((one) => one.value === value);
  if (found) note!.run(found.run);
}

export function paste(kinds: Record<string, string> = clipboard): void {
  if (Object.keys(kinds).length === 0) return;
  const clipboardData = dataOf(kinds);
  field().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

export function take(how: 'copy' | 'cut'): void {
  const clipboardData = new DataTransfer();
  field().dispatchEvent(
    new ClipboardEvent(how, { clipboardData, bubbles: true, cancelable: true }),
  );
  if (clipboardData.types.length === 0) return;
  clipboard = Object.fromEntries(
    clipboardData.types.map((type) => [type, clipboardData.getData(type)]),
  );
}

/** Drags the selection to a position, or drops a foreign clipboard there. */
export function drop(to: number, kinds: Record<string, string> | undefined): void {
  const { doc, selection } = state();
  const at = note!.placeOf(Math.round(to * doc.content.size));
  if (!at) return;
  dragged = dataOf(kinds ?? {});
  const where = { clientX: at.left + 1, clientY: (at.top + at.bottom) / 2 };
  const event = (name: string, more = where) =>
    new DragEvent(name, { dataTransfer: dragged, bubbles: true, cancelable: true, ...more });
  if (!kinds && !selection.empty) {
    const from = note!.placeOf(selection.from)!;
    const start = { clientX: from.left + 1, clientY: (from.top + from.bottom) / 2 };
    field().dispatchEvent(event('dragstart', start));
  }
  field().dispatchEvent(event('drop'));
  field().dispatchEvent(event('dragend'));
}

function dataOf(kinds: Record<string, string>): DataTransfer {
  const data = new DataTransfer();
  for (const [kind, text] of Object.entries(kinds)) data.setData(kind, text);
  return data;
}

/** Saves and refetches the note. */
export async function save(isSettled: boolean): Promise<void> {
  await note!.saveNow();
  await note!.refresh();
  if (isSettled) (note as unknown as { settle(isNow: true): void }).settle(true);
}

/** Passages that the editor shows as visible to players, and texts that the server sends them. */
export function forPlayers(): { shown: string[]; saved: string[]; state: string } {
  const editor = state();
  const audiences = audiencesIn(editor);
  const shown = editor.doc.content.content
    .filter((_, at) => audiences[at]?.kind !== 'gm')
    .map((node) => JSON.stringify(node.toJSON()));
  const { is } = note!.current().state;
  return { shown, saved: service.playersText(), state: is };
}

export const json = (): unknown => state().doc.toJSON();
