import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { createField } from '../note-field';
import { NoteBase, pendingOf } from '../note-base';
import { noteKeys } from '../note-keys';
import type { EditedPassage } from '../notes-api';
import { docOf } from '../passages-of-doc';
import { passageIds } from '../passage-ids';
import { insertPictures } from '../pictures/insert-pictures';
import { NotePictures } from '../pictures/note-pictures';
import { ScreenParts } from '../screen-parts';
import { audiencesIn } from '../seen-by/audience-marks';
import { NoteAudiences } from '../seen-by/note-audiences';

const never = () => new Promise<never>(() => undefined);

const passage = (id: string, text: string, more: Partial<EditedPassage> = {}): EditedPassage => ({
  id,
  kind: 'paragraph',
  depth: 0,
  text,
  content: { inlines: [{ text }] },
  version: 1,
  audience: 'party',
  ...more,
});
const inn = passage('a', 'The inn is warm.');
const spy = passage('b', 'The keeper is a spy.', { audience: 'gm', own_audience: true });

let view: EditorView | undefined;
let base: NoteBase;
afterEach(() => view?.destroy());

/** A public note in a real field, with the caret at the end of a passage. */
function open(passages: EditedPassage[], end: number): EditorView {
  base = new NoteBase({ title: 'Mill', version: 1, passages });
  const pictures = new NotePictures({ presignImage: never, addImage: never, images: never });
  const apply = (tr: EditorState['tr']) => field.updateState(field.state.apply(tr));
  const audiences = new NoteAudiences({
    base,
    is_spoilers: false,
    editor: () => field.state,
    apply,
    save: () => Promise.resolve(),
    settle: () => undefined,
  });
  const field = createField(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      doc: docOf(passages),
      plugins: [...noteKeys, passageIds(() => false), audiences.marks],
    }),
    attributes: {},
    apply,
    screen: new ScreenParts(),
    pictures,
    isOfThisNote: (id) => base.passages.has(id),
    touched: () => false,
  });
  audiences.follow(false, () => undefined);
  const behind = field.state.doc.content.content
    .slice(0, end + 1)
    .reduce((pos, { nodeSize }) => pos + nodeSize, 0);
  field.dispatch(field.state.tr.setSelection(TextSelection.create(field.state.doc, behind - 1)));
  view = field;
  return field;
}

const enter = (field: EditorView) =>
  field.someProp('handleKeyDown', (handle) =>
    handle(field, new KeyboardEvent('keydown', { key: 'Enter' })),
  );

function paste(field: EditorView, kinds: Record<string, string>, files: File[] = []): void {
  const clipboardData = { getData: (kind: string) => kinds[kind] ?? '', files };
  field.dom.dispatchEvent(
    Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }),
  );
}

/** For whom the editor says that each passage is. */
const shown = (field: EditorView) =>
  audiencesIn(field.state).map(
    ({ kind }, at) => `${kind}: ${field.state.doc.child(at).textContent}`,
  );
/** From where new passages are, as the server hears it. */
const sources = (field: EditorView) =>
  pendingOf(field.state.doc, 'Mill', base)
    .changes.filter(({ id }) => !base.passages.has(id))
    .map(({ from = [] }) => from);

const clipboards: [string, Record<string, string>, string[]][] = [
  ['lines', { 'text/plain': 'One.\n\nTwo.\n\nThree.' }, ['One.', 'Two.', 'Three.']],
  ['Markdown', { 'text/plain': '# One\n\nTwo.\n\n- Three' }, ['One', 'Two.', 'Three']],
  [
    'paragraphs',
    { 'text/html': '<p>One.</p><p>Two.</p><p>Three.</p>', 'text/plain': 'One.' },
    ['One.', 'Two.', 'Three.'],
  ],
  [
    'blocks',
    {
      'text/html':
        '<h2>One</h2><ul><li>Two</li></ul><table><tr><td>Three</td></tr></table><blockquote>Four</blockquote>',
      'text/plain': 'One',
    },
    ['One', 'Two', 'Three', 'Four'],
  ],
];

describe.each(clipboards)('%s that are pasted', (_, kinds, words) => {
  it('into what is hidden are hidden, every one of them', () => {
    const field = open([inn, spy, passage('c', 'The yard.')], 1);
    paste(field, kinds);
    const all = shown(field);
    expect(all.at(0)).toBe('party: The inn is warm.');
    expect(all.at(-1)).toBe('party: The yard.');
    const between = all.slice(1, -1);
    expect(between.every((one) => one.startsWith('gm: '))).toBe(true);
    for (const word of words) expect(between.join(' ')).toContain(word);
    expect(sources(field).every((from) => from.includes('b'))).toBe(true);
  });

  it('on a new line behind what is hidden are hidden', () => {
    const field = open([inn, spy], 1);
    enter(field);
    paste(field, kinds);
    const all = shown(field);
    expect(all.slice(1).every((one) => one.startsWith('gm: '))).toBe(true);
    expect(all.join(' ')).toContain(words.at(-1));
    expect(sources(field).length).toBeGreaterThan(0);
    for (const from of sources(field)) expect(from).toEqual(['b']);
  });

  it('are for everybody beside what everybody reads, on an empty line too', () => {
    const field = open([inn, spy], 0);
    enter(field);
    enter(field);
    paste(field, kinds);
    expect(shown(field).filter((one) => one.startsWith('gm: '))).toEqual([
      'gm: The keeper is a spy.',
    ]);
    // Of the empty lines the server has never heard.
    for (const from of sources(field)) expect(from).toEqual(['a']);
  });
});

it('what is pasted over words of two passages is for who may read both', () => {
  const field = open([inn, spy], 1);
  const { tr, doc } = field.state;
  field.dispatch(tr.setSelection(TextSelection.create(doc, 5, doc.content.size - 3)));
  paste(field, { 'text/html': '<p>One</p><h2>Two</h2><p>Three</p>', 'text/plain': 'One' });
  expect(
    shown(field)
      .slice(1)
      .every((one) => one.startsWith('gm: ')),
  ).toBe(true);
});

it('pictures behind what is hidden are hidden, on an empty line too', () => {
  const file = () => new File([new Uint8Array(4)], 'spy.png', { type: 'image/png' });
  const field = open([inn, spy], 1);
  paste(field, {}, [file(), file()]);
  expect(shown(field).map((one) => one.split(':')[0])).toEqual(['party', 'gm', 'gm', 'gm', 'gm']);
  const line = open([inn, spy], 1);
  enter(line);
  paste(line, {}, [file(), file()]);
  expect(shown(line).map((one) => one.split(':')[0])).toEqual(['party', 'gm', 'gm', 'gm', 'gm']);
});

it('pictures on an empty line of what everybody reads are for everybody', () => {
  const field = open([inn], 0);
  enter(field);
  const pictures = new NotePictures({ presignImage: never, addImage: never, images: never });
  const file = new File([new Uint8Array(4)], 'inn.png', { type: 'image/png' });
  insertPictures(pictures, [file, file])(field.state, field.dispatch.bind(field));
  expect(shown(field).map((one) => one.split(':')[0])).toEqual([
    'party',
    'party',
    'party',
    'party',
  ]);
});
