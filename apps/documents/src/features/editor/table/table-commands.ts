import type { Node, ResolvedPos } from 'prosemirror-model';
import {
  Plugin,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state';
import { grownFrom, putBehind } from '../saving/grown-from';
import { passageAt } from '../schema/passage-ids';
import { hasHeader } from '../schema/passages-of-doc';
import { schema } from '../schema/schema';

const { nodes } = schema;

/** Position of the caret in a table. */
interface InTable {
  table: Node;
  /** Start of the table. */
  pos: number;
  row: number;
  column: number;
}

function inTable($at: ResolvedPos): InTable | undefined {
  const table = $at.depth >= 3 ? $at.node(1) : undefined;
  if (table?.type !== nodes.table) return undefined;
  return { table, pos: $at.before(1), row: $at.index(1), column: $at.index(2) };
}

export const isInTable = (state: EditorState): boolean =>
  inTable(state.selection.$from) !== undefined;

/** Start position of a cell's content. */
function cellAt(doc: Node, pos: number, row: number, column: number): number {
  const table = doc.nodeAt(pos)!;
  let at = pos + 1;
  for (let one = 0; one < row; one += 1) at += table.child(one).nodeSize;
  at += 1;
  for (let one = 0; one < column; one += 1) at += table.child(row).child(one).nodeSize;
  return at + 1;
}

const goTo = (tr: Transaction, pos: number, row: number, column: number): Transaction =>
  tr.setSelection(TextSelection.create(tr.doc, cellAt(tr.doc, pos, row, column))).scrollIntoView();

const cell = (isHeader: boolean): Node => nodes.table_cell.create({ isHeader });
const emptyRow = (width: number, isHeader = false): Node =>
  nodes.table_row.create(
    null,
    Array.from({ length: width }, () => cell(isHeader)),
  );

/** Inserts a table with three columns after the current passage, or in its place if it is empty. */
export const insertTable: Command = (state, dispatch) => {
  const { node, pos } = passageAt(state.doc, state.selection.from);
  const tr = state.tr;
  const isEmpty = node.isTextblock && node.content.size === 0;
  const from = isEmpty
    ? { id: node.attrs['id'] as string | null, from: node.attrs['from'] as never }
    : { from: grownFrom(node) };
  const table = nodes.table.create(from, [emptyRow(3, true), emptyRow(3), emptyRow(3)]);
  const at = isEmpty ? pos : pos + node.nodeSize;
  if (isEmpty) tr.replaceWith(pos, pos + node.nodeSize, table);
  else tr.insert(at, table);
  const behind = at + table.nodeSize;
  if (!tr.doc.resolve(behind).nodeAfter?.isTextblock)
    tr.insert(behind, nodes.paragraph.create({ from: grownFrom(node) }));
  dispatch?.(goTo(tr, at, 0, 0));
  return true;
};

/** Replaces the table at the caret and moves the caret to one of its cells. */
const changed =
  (
    change: (at: InTable, width: number) => { rows: Node[]; row: number; column: number },
  ): Command =>
  (state, dispatch) => {
    const at = inTable(state.selection.$from);
    if (!at) return false;
    const { rows, row, column } = change(at, at.table.firstChild!.childCount);
    const tr = state.tr;
    if (rows.length === 0 || rows[0]!.childCount === 0) return deleteTable(state, dispatch);
    tr.replaceWith(at.pos + 1, at.pos + at.table.nodeSize - 1, rows);
    const most = { row: rows.length - 1, column: rows[0]!.childCount - 1 };
    dispatch?.(goTo(tr, at.pos, Math.min(row, most.row), Math.min(column, most.column)));
    return true;
  };

const rowsOf = ({ table }: InTable): Node[] => [...table.content.content];

export const addRow = (by: 0 | 1): Command =>
  changed((at, width) => {
    // The header stays the first row.
    const row = at.row === 0 && by === 0 && hasHeader(at.table) ? 1 : at.row + by;
    return { rows: rowsOf(at).toSpliced(row, 0, emptyRow(width)), row, column: at.column };
  });

export const addColumn = (by: 0 | 1): Command =>
  changed((at) => {
    const column = at.column + by;
    const rows = rowsOf(at).map((row) =>
      row.copy(
        row.content
          .cut(0, widthOf(row, 0, column))
          .addToEnd(cell(row.firstChild?.attrs['isHeader'] === true))
          .append(row.content.cut(widthOf(row, 0, column))),
      ),
    );
    return { rows, row: at.row, column };
  });

/** Size of the cells `from` to `to` (exclusive), in document positions. */
function widthOf(row: Node, from: number, to: number): number {
  let size = 0;
  for (let at = from; at < to; at += 1) size += row.child(at).nodeSize;
  return size;
}

export const deleteRow: Command = changed((at) => ({
  rows: rowsOf(at).toSpliced(at.row, 1),
  row: at.row,
  column: at.column,
}));

export const deleteColumn: Command = changed((at) => ({
  rows: rowsOf(at).map((row) => {
    const before = widthOf(row, 0, at.column);
    const behind = before + row.child(at.column).nodeSize;
    return row.copy(row.content.cut(0, before).append(row.content.cut(behind)));
  }),
  row: at.row,
  column: at.column,
}));

/** Toggles the header row. */
export const toggleHeader: Command = changed((at) => {
  const isHeader = !hasHeader(at.table);
  const [first, ...others] = rowsOf(at);
  const cells = first!.content.content.map((one) =>
    nodes.table_cell.create({ isHeader }, one.content),
  );
  return { rows: [nodes.table_row.create(null, cells), ...others], row: at.row, column: at.column };
});

export const deleteTable: Command = (state, dispatch) => {
  const at = inTable(state.selection.$from);
  if (!at) return false;
  const tr = state.tr;
  const end = at.pos + at.table.nodeSize;
  if (state.doc.childCount === 1) tr.replaceWith(at.pos, end, nodes.paragraph.create());
  else tr.delete(at.pos, end);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at.pos, tr.doc.content.size)), -1));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Moves to the next or previous cell; after the last one it adds a row. */
export const goToCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const at = inTable(state.selection.$from);
    if (!at) return false;
    const { table, pos } = at;
    const width = table.firstChild!.childCount;
    const next = at.row * width + at.column + by;
    if (next < 0) return true;
    const tr = state.tr;
    if (next >= width * table.childCount) tr.insert(pos + table.nodeSize - 1, emptyRow(width));
    dispatch?.(goTo(tr, pos, Math.floor(next / width), next % width));
    return true;
  };

/** Enter moves to the cell below, and leaves the table from the last row. */
export const enterInTable: Command = (state, dispatch) => {
  const at = inTable(state.selection.$from);
  if (!at) return false;
  const tr = state.tr;
  if (at.row + 1 < at.table.childCount) goTo(tr, at.pos, at.row + 1, at.column);
  else putBehind(tr, state.selection.$from);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Pads rows to equal length after deletions across cells and pasted rows. */
export const evenTables = new Plugin({
  appendTransaction(transactions, before, after) {
    if (!transactions.some((one) => one.docChanged)) return null;
    const known = new Set(before.doc.content.content);
    const tr = after.tr;
    after.doc.forEach((table, pos) => {
      if (table.type !== nodes.table || known.has(table)) return;
      const widths = table.content.content.map((row) => row.childCount);
      const width = Math.max(...widths);
      if (widths.every((one) => one === width)) return;
      let end = pos + table.nodeSize - 1;
      for (const row of table.content.content.toReversed()) {
        const missing = width - row.childCount;
        if (missing > 0) tr.insert(tr.mapping.map(end - 1), emptyRow(missing).content);
        end -= row.nodeSize;
      }
    });
    return tr.docChanged ? tr : null;
  },
});
