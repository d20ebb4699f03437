import fs from 'node:fs';
import path from 'node:path';
import { UNKNOWN_SOURCE } from '../schema/secret-box';
import { passage, TestField } from '../testing/test-field';

const inn = passage('a', 'The inn is warm.');
const item = passage('b', 'A bed', { kind: 'list_item' });
const quote = passage('q', 'Words', {
  kind: 'quote',
  content: { blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'Words' }] }] },
});
const table = passage('t', 'cell', {
  kind: 'table',
  content: { rows: [[[{ text: 'cell' }], [{ text: 'bed' }]]] },
});

let field: TestField;
afterEach(() => field.close());

const open = (...given: ConstructorParameters<typeof TestField>): TestField =>
  (field = new TestField(...given));
const html = (text: string) => ({ 'text/html': text, 'text/plain': 'Aurgelmir' });
const plain = (text: string) => ({ 'text/plain': text });
/** Passages with the secret that are visible to players. */
const leaks = () => field.shown().filter((one) => /Aurgelmir/.test(one) && !/^gm: /.test(one));
const hidden = () => field.shown().filter((one) => one.startsWith('gm: '));
/** Whether the pending save hides all passages with the secret on the server. */
const sendsHidden = () =>
  field
    .pending()
    .filter((one) => JSON.stringify(one).includes('Aurgelmir'))
    .every(
      ({ kind, content, from = [] }) =>
        (kind === 'callout' && content.label === 'secret') || from.includes(UNKNOWN_SOURCE),
    );

const pastes: [string, Record<string, string>][] = [
  ['a callout of Markdown', plain('> [!secret]\n> Aurgelmir')],
  ['a callout with words on its first line', plain('> [!secret] Aurgelmir')],
  ['a callout and a paragraph', plain('> [!secret]\n> Aurgelmir\n\nThe yard.')],
  ['a quote of GitHub', html('<blockquote>[!secret]<br>Aurgelmir</blockquote>')],
  ['a section of Foundry', html('<section class="secret"><p>Aurgelmir</p></section>')],
  [
    'a section of Foundry, from its editor',
    html('<section class="secret" data-pm-slice="0 0 []"><p>Aurgelmir</p></section>'),
  ],
  [
    'a secret in a quote',
    html(fs.readFileSync(path.join(__dirname, '../testing/quote-secret-paste.html'), 'utf8')),
  ],
  [
    'a secret in a callout',
    html(
      '<div data-callout="note"><p>q</p><blockquote><p>[!secret]</p><p>Aurgelmir</p></blockquote></div>',
    ),
  ],
  ['a callout of Obsidian', html('<div data-callout="secret"><p>Aurgelmir</p></div>')],
  ['a nested callout of Markdown', plain('> q\n> > [!secret]\n> > Aurgelmir')],
  [
    'a secret in a table',
    html('<table><tr><td>q</td><td><section class="secret">Aurgelmir</section></td></tr></table>'),
  ],
  [
    'a secret in an item',
    html('<ul><li>One<section class="secret"><p>Aurgelmir</p></section></li><li>Two</li></ul>'),
  ],
  [
    'colored lines with its sign',
    { 'text/html': '<p><b>&gt; [!secret]</b></p>', 'text/plain': '> [!secret]\n> Aurgelmir' },
  ],
];

describe.each(pastes)('%s', (_, kinds) => {
  it.each([
    ['behind a paragraph', [inn, item], 0],
    ['behind a list item', [inn, item], 1],
    ['into a quote', [inn, quote], 1],
    ['into a table', [inn, table], 1],
  ])('that is pasted %s is GM only, and nothing else is', (_place, passages, end) => {
    open(passages, end);
    field.paste(kinds);
    expect(leaks()).toEqual([]);
    expect(hidden()).toHaveLength(1);
    expect(hidden()[0]).toContain('Aurgelmir');
    expect(sendsHidden()).toBe(true);
    expect(field.shown()[0]).toBe('party: The inn is warm.');
  });

  it('parts a paragraph in whose middle it is pasted', () => {
    open([inn], 0);
    field.select(5);
    field.paste(kinds);
    expect(leaks()).toEqual([]);
    expect(field.shown().at(0)).toBe('party: The ');
    expect(field.shown().at(-1)).toMatch(/^party: (inn is warm\.)$/);
  });
});

it('separates text pasted together with a secret from it', () => {
  open([inn], 0);
  field.paste(plain('> [!secret]\n> Aurgelmir\n\nThe yard.'));
  expect(field.shown()).toEqual(['party: The inn is warm.', 'gm: Aurgelmir', 'party: The yard.']);
});

describe('code that takes in a secret', () => {
  const code = passage('c', 'one', { kind: 'code' });
  it.each(pastes)('is not for players: %s', (_, kinds) => {
    open([code], 0);
    field.paste(kinds);
    expect(leaks()).toEqual([]);
  });
});

it('hides words of a secret that go elsewhere before they are saved', () => {
  open([inn, passage('b', 'The yard.')], 0);
  field.paste(plain('> [!secret]\n> Aurgelmir'));
  const { tr, doc } = field.view.state;
  // From inside the box into the following paragraph.
  const box = doc.child(0).nodeSize;
  field.view.dispatch(tr.delete(box + 4, box + doc.child(1).nodeSize + 3));
  expect(leaks()).toEqual([]);
  expect(field.shown().join()).not.toContain('party: Aur');
});

describe('a secret that is typed', () => {
  const empty = passage('e', '');

  it.each([
    ['after Enter', '> [!secret]', 'Aurgelmir'],
    ['on the same line', '> [!secret] Aurgelmir', ''],
    ['without a space', '>[!secret]', 'Aurgelmir'],
  ])('holds its words: %s', (_, first, second) => {
    open([inn, empty], 1);
    field.type(first);
    if (second) field.press('Enter');
    field.type(second);
    expect(field.shown()).toEqual(['party: The inn is warm.', 'gm: Aurgelmir']);
    expect(field.pending()[0]?.content).toMatchObject({
      label: 'secret',
      blocks: [{ inlines: [{ text: 'Aurgelmir' }] }],
    });
  });

  it('begins in a list item, too', () => {
    open([inn, passage('i', '', { kind: 'list_item' })], 1);
    field.type('> [!secret]');
    field.press('Enter');
    field.press('Enter');
    field.type('Aurgelmir');
    expect(field.shown()).toEqual(['party: The inn is warm.', 'gm: Aurgelmir']);
  });

  it('ends with Enter on an empty last line, and the following text stays hidden', () => {
    open([inn, empty], 1);
    field.type('> [!secret] Aurgelmir');
    field.press('Enter');
    field.press('Enter');
    field.type('And then.');
    expect(field.shown().slice(1)).toEqual(['gm: Aurgelmir', 'gm: And then.']);
  });

  it('stays hidden when its box is unwrapped, and is restored by undo', () => {
    open([inn, empty], 1);
    field.type('> [!secret] Aurgelmir');
    field.select(field.view.state.doc.child(0).nodeSize + 2);
    field.press('Backspace');
    expect(field.view.state.doc.child(1).type.name).toBe('paragraph');
    expect(leaks()).toEqual([]);
    field.press('z', { ctrlKey: true });
    expect(field.view.state.doc.child(1).attrs['label']).toBe('secret');
  });
});

it.each(['Backspace', 'Delete'])('does not join a secret to its neighbor: %s', (key) => {
  open([inn], 0);
  field.paste(plain('> [!secret]\n> Aurgelmir'));
  const before = field.view.state.doc.child(0).nodeSize;
  field.select(key === 'Delete' ? before - 1 : before + 2);
  field.press(key);
  expect(field.shown()).toEqual(['party: The inn is warm.', 'gm: Aurgelmir']);
  field.press(key);
  expect(leaks()).toEqual([]);
});
