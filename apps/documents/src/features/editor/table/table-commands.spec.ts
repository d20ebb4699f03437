import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { nodeOf, writtenOf } from '../schema/passages-of-doc';
import { passageIds } from '../schema/passage-ids';
import { schema } from '../schema/schema';
import {
  addColumn,
  addRow,
  deleteColumn,
  deleteRow,
  deleteTable,
  enterInTable,
  evenTables,
  goToCell,
  insertTable,
  toggleHeader,
} from './table-commands';

const ID = '10000000-0000-4000-8000-000000000001';

/** A table with the caret after one of its words. */
function tableWith(words: string): EditorState {
  const table = nodeOf({
    id: ID,
    kind: 'table',
    depth: 0,
    content: {
      hasHeader: true,
      rows: [
        [[{ text: 'Who' }], [{ text: 'Where' }]],
        [[{ text: 'Ismark' }], [{ text: 'inn' }]],
      ],
    },
  });
  const doc = schema.nodes.doc.create(null, [table, schema.nodes.paragraph.create()]);
  const state = EditorState.create({ doc, plugins: [passageIds(() => false), evenTables] });
  return caretBehind(state, words);
}

function caretBehind(state: EditorState, words: string): EditorState {
  let at = 0;
  state.doc.descendants((node, pos) => {
    if (node.isText && node.text === words) at = pos + words.length;
  });
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)));
}

function run(state: EditorState, ...commands: Command[]): EditorState {
  let next = state;
  for (const command of commands) expect(command(next, (tr) => (next = next.apply(tr)))).toBe(true);
  return next;
}
const rowsIn = ({ doc }: EditorState) =>
  writtenOf(doc.firstChild!).content.rows?.map((row) =>
    row.map((cell) => cell.map(({ text }) => text).join('')),
  );
const typed = (state: EditorState, text: string) => state.apply(state.tr.insertText(text));

describe('a table while it is written', () => {
  it('is the same passage when rows and columns come and go', () => {
    const wider = typed(run(tableWith('inn'), addColumn(1)), 'x');
    expect(rowsIn(wider)).toEqual([
      ['Who', 'Where', ''],
      ['Ismark', 'inn', 'x'],
    ]);
    const longer = typed(run(tableWith('inn'), addRow(1)), 'y');
    expect(rowsIn(longer)).toEqual([
      ['Who', 'Where'],
      ['Ismark', 'inn'],
      ['', 'y'],
    ]);
    expect(rowsIn(run(tableWith('Who'), addRow(0)))).toEqual([
      ['Who', 'Where'],
      ['', ''],
      ['Ismark', 'inn'],
    ]);
    expect(rowsIn(run(tableWith('Ismark'), addColumn(0), deleteColumn, deleteColumn))).toEqual([
      ['Where'],
      ['inn'],
    ]);
    expect(rowsIn(run(tableWith('Ismark'), deleteRow))).toEqual([['Who', 'Where']]);
    for (const state of [wider, longer]) expect(state.doc.firstChild?.attrs['id']).toBe(ID);
    const headless = run(tableWith('Who'), toggleHeader);
    expect(writtenOf(headless.doc.firstChild!).content.hasHeader).toBeUndefined();
  });

  it('is removed with its last row or column, and leaves an empty line', () => {
    for (const commands of [[deleteRow, deleteRow], [deleteColumn, deleteColumn], [deleteTable]]) {
      const state = run(tableWith('Who'), ...commands);
      expect(state.doc.content.content.map(({ type }) => type.name)).toEqual(['paragraph']);
    }
  });

  it('is walked through by Tab, which adds a row at the end, and left by Enter in the last row', () => {
    expect(rowsIn(typed(run(tableWith('Who'), goToCell(1)), '>'))?.[0]).toEqual(['Who', '>Where']);
    expect(rowsIn(typed(run(tableWith('Ismark'), goToCell(-1)), '>'))?.[0]).toEqual([
      'Who',
      '>Where',
    ]);
    expect(rowsIn(typed(run(tableWith('inn'), goToCell(1)), '>'))?.[2]).toEqual(['>', '']);
    expect(rowsIn(typed(run(tableWith('Where'), enterInTable), '>'))?.[1]).toEqual([
      'Ismark',
      '>inn',
    ]);
    const left = typed(run(tableWith('inn'), enterInTable), 'behind');
    expect(left.doc.child(1).textContent).toBe('behind');
    // New passages are limited to the audience of the table.
    expect(left.doc.child(1).attrs['from']).toEqual([ID]);
  });

  it('replaces an empty line, and keeps the same number of cells per row', () => {
    const empty = EditorState.create({
      doc: schema.nodes.doc.create(null, schema.nodes.paragraph.create()),
      plugins: [evenTables],
    });
    const made = typed(run(empty, insertTable), 'Who');
    expect(made.doc.content.content.map(({ type }) => type.name)).toEqual(['table', 'paragraph']);
    expect(rowsIn(made)).toEqual([
      ['Who', '', ''],
      ['', '', ''],
      ['', '', ''],
    ]);
    // A deletion across cells leaves fewer cells.
    const state = tableWith('Who');
    let end = 0;
    state.doc.descendants((node, pos) => {
      if (node.text === 'inn') end = pos + 1;
    });
    const cut = state.apply(state.tr.delete(state.selection.from - 1, end));
    const widths = cut.doc.firstChild?.content.content.map(({ childCount }) => childCount) ?? [];
    expect(new Set(widths).size).toBe(1);
  });
});
