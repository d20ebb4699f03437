import { TextSelection } from 'prosemirror-state';
import { insertPictures } from '../pictures/insert-pictures';
import { NotePictures } from '../pictures/note-pictures';
import { never, passage, TestField } from '../testing/test-field';

const inn = passage('a', 'The inn is warm.');
const spy = passage('b', 'The keeper is a spy.', { audience: 'gm', own_audience: true });

let opened: TestField;
afterEach(() => opened.close());

/** A public note in a real editor view, with the caret at the end of a passage. */
function open(...[passages, end]: ConstructorParameters<typeof TestField>) {
  opened = new TestField(passages, end);
  return opened.view;
}
const enter = () => opened.press('Enter');
const paste = (...given: Parameters<TestField['paste']>) => opened.paste(...given);
const shown = () => opened.shown();
/** Sources of new passages in the pending save. */
const sources = () =>
  opened
    .pending()
    .filter(({ id }) => !opened.base.passages.has(id))
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
  it('are all hidden within hidden text', () => {
    open([inn, spy, passage('c', 'The yard.')], 1);
    paste(kinds);
    const all = shown();
    expect(all.at(0)).toBe('party: The inn is warm.');
    expect(all.at(-1)).toBe('party: The yard.');
    const between = all.slice(1, -1);
    expect(between.every((one) => one.startsWith('gm: '))).toBe(true);
    for (const word of words) expect(between.join(' ')).toContain(word);
    expect(sources().every((from) => from.includes('b'))).toBe(true);
  });

  it('on a new line after hidden text are hidden', () => {
    open([inn, spy], 1);
    enter();
    paste(kinds);
    const all = shown();
    expect(all.slice(1).every((one) => one.startsWith('gm: '))).toBe(true);
    expect(all.join(' ')).toContain(words.at(-1));
    expect(sources().length).toBeGreaterThan(0);
    for (const from of sources()) expect(from).toEqual(['b']);
  });

  it('are visible to all next to text visible to all, also on an empty line', () => {
    open([inn, spy], 0);
    enter();
    enter();
    paste(kinds);
    expect(shown().filter((one) => one.startsWith('gm: '))).toEqual(['gm: The keeper is a spy.']);
    // Empty lines were never saved.
    for (const from of sources()) expect(from).toEqual(['a']);
  });
});

it('text pasted over two passages gets the intersection of their audiences', () => {
  const field = open([inn, spy], 1);
  const { tr, doc } = field.state;
  field.dispatch(tr.setSelection(TextSelection.create(doc, 5, doc.content.size - 3)));
  paste({ 'text/html': '<p>One</p><h2>Two</h2><p>Three</p>', 'text/plain': 'One' });
  expect(
    shown()
      .slice(1)
      .every((one) => one.startsWith('gm: ')),
  ).toBe(true);
});

it('pictures after hidden text are hidden, also on an empty line', () => {
  const file = () => new File([new Uint8Array(4)], 'spy.png', { type: 'image/png' });
  open([inn, spy], 1);
  paste({}, [file(), file()]);
  expect(shown().map((one) => one.split(':')[0])).toEqual(['party', 'gm', 'gm', 'gm', 'gm']);
  open([inn, spy], 1);
  enter();
  paste({}, [file(), file()]);
  expect(shown().map((one) => one.split(':')[0])).toEqual(['party', 'gm', 'gm', 'gm', 'gm']);
});

it('pictures on an empty line of text visible to all are visible to all', () => {
  const field = open([inn], 0);
  enter();
  const pictures = new NotePictures({ uploadImage: never, images: never, imageMegabytes: 20 });
  const file = new File([new Uint8Array(4)], 'inn.png', { type: 'image/png' });
  insertPictures(pictures, [file, file])(field.state, field.dispatch.bind(field));
  expect(shown().map((one) => one.split(':')[0])).toEqual(['party', 'party', 'party', 'party']);
});
