import { UNCHECKED } from '@tomekeeper/contracts-document';
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Command, type Plugin } from 'prosemirror-state';
import type { Shortcut } from '@tomekeeper/ui/shortcuts';
import { EDITOR_SHORTCUTS } from '../../shortcuts/shortcuts';
import { turnInto } from '../schema/block-types';
import { grownFrom, putBehind } from '../saving/grown-from';
import { schema } from '../schema/schema';
import { isCheckBox, toggleCheckBox } from './check-boxes';
import { enterInTable, goToCell } from '../table/table-commands';

const { nodes, marks } = schema;

/** Key bindings. Tab indents list items and moves between table cells; elsewhere it moves the focus to the next control. */
export const noteKeys: Plugin[] = [
  keymap({
    Enter: chainCommands(enterInTable, fence, enterInCode, leaveItem, leaveBox, splitPassage),
    ...bind(EDITOR_SHORTCUTS.line, breakLine),
    ...bind(EDITOR_SHORTCUTS.check, chainCommands(toggleCheckBox, leaveCode)),
    Backspace: chainCommands(undoInputRule, plainAgain, openBox, joinBack),
    ...bind(EDITOR_SHORTCUTS.indent, chainCommands(goToCell(1), indent(1), tabInCode)),
    ...bind(EDITOR_SHORTCUTS.outdent, chainCommands(goToCell(-1), indent(-1))),
    ...bind(EDITOR_SHORTCUTS.bold, toggleMark(marks.bold)),
    ...bind(EDITOR_SHORTCUTS.italic, toggleMark(marks.italic)),
    ...bind(EDITOR_SHORTCUTS.code, toggleMark(marks.code_words)),
    ...bind(EDITOR_SHORTCUTS.strike, toggleMark(marks.strike)),
    ...bind(EDITOR_SHORTCUTS.undo, undo),
    ...bind(EDITOR_SHORTCUTS.redo, redo),
    ...bind(EDITOR_SHORTCUTS.paragraph, turnInto('paragraph')),
    ...bind(EDITOR_SHORTCUTS.heading1, turnInto('heading', { level: 1 })),
    ...bind(EDITOR_SHORTCUTS.heading2, turnInto('heading', { level: 2 })),
    ...bind(EDITOR_SHORTCUTS.heading3, turnInto('heading', { level: 3 })),
  }),
  keymap(baseKeymap),
];

/** Binds all keys of a shortcut to a command. */
function bind({ keys }: Shortcut, command: Command): Record<string, Command> {
  return Object.fromEntries(keys.map((key) => [key, command]));
}

const textblockAt = ($from: ResolvedPos): boolean => $from.parent.isTextblock;

/** Converts three backticks into a code block on Enter. */
function fence(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const [, language] = /^```([\w+-]*)$/.exec(parent.textContent) ?? [];
  if (!empty || language === undefined || parent.type !== nodes.paragraph) return false;
  const tr = state.tr.delete($from.start(), $from.end());
  tr.setBlockType($from.start(), $from.start(), nodes.code, ({ attrs }) => ({
    id: attrs['id'] as string,
    from: attrs['from'] as string[] | null,
    language: language || null,
  }));
  dispatch?.(tr.scrollIntoView());
  return true;
}

function enterInCode(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, $to } = state.selection;
  if (!$from.parent.type.spec.code || !$from.sameParent($to)) return false;
  const isLeft =
    $from.parentOffset === $from.parent.content.size && /\n$/.test($from.parent.textContent);
  const tr = state.tr;
  if (isLeft && state.selection.empty) {
    // Enter on an empty last line leaves the code block.
    tr.delete($from.pos - 1, $from.pos);
    putBehind(tr, tr.selection.$from);
  } else tr.insertText('\n');
  dispatch?.(tr.scrollIntoView());
  return true;
}

function leaveCode(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from } = state.selection;
  if ($from.depth === 0) return false;
  const tr = state.tr;
  putBehind(tr, $from);
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Enter in an empty item outdents it, and ends the list at depth 0. */
function leaveItem(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || parent.content.size > 0 || !isListItem(parent)) return false;
  return back(state, dispatch);
}

const isListItem = ({ type, attrs }: Node): boolean =>
  type === nodes.list_item || (type === nodes.inner && attrs['kind'] === 'list_item');

/** Outdents a list item; an item at depth 0 becomes a paragraph. */
const back: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const { parent } = $from;
  const pos = $from.before();
  const depth = parent.attrs['depth'] as number;
  const tr = state.tr;
  if (depth > 0) tr.setNodeAttribute(pos, 'depth', depth - 1);
  else if (parent.type === nodes.inner)
    tr.setNodeMarkup(pos, null, { kind: 'paragraph', depth: 0, marker: null });
  else tr.setNodeMarkup(pos, nodes.paragraph, keptAttrs(parent));
  dispatch?.(tr.scrollIntoView());
  return true;
};

const keptAttrs = ({ attrs }: Node) => ({
  id: attrs['id'] as string,
  from: attrs['from'] as never,
});

/** Enter on an empty last line leaves a box. In an empty callout the caret stays, because its label was just typed. */
function leaveBox(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || parent.type !== nodes.inner || parent.content.size > 0) return false;
  const box = $from.node(1);
  if ($from.index(1) < box.childCount - 1) return false;
  if (box.childCount === 1 && box.type === nodes.callout) return true;
  const tr = state.tr;
  if (box.childCount === 1) {
    const start = $from.before(1);
    tr.replaceWith(start, $from.after(1), nodes.paragraph.create(keptAttrs(box)));
    tr.setSelection(TextSelection.create(tr.doc, start + 1));
  } else {
    tr.delete($from.before(), $from.after());
    putBehind(tr, tr.doc.resolve($from.before(1) + 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Splits a passage: the part with text keeps the id, the other gets a new id and records the first as its source. */
function splitPassage(...[state, dispatch]: Parameters<Command>): boolean {
  const tr = state.tr;
  if (!state.selection.empty) tr.deleteSelection();
  const { $from } = tr.selection;
  if (!textblockAt($from)) return false;
  const { parent } = $from;
  const isAtEnd = $from.parentOffset === parent.content.size;
  const next = isCheckBox(parent) ? { ...parent.attrs, marker: UNCHECKED } : parent.attrs;
  if (parent.type === nodes.inner) {
    const was = String(parent.attrs['kind']);
    const kind = isAtEnd && was === 'heading' ? 'paragraph' : was;
    tr.split($from.pos, 1, [{ type: nodes.inner, attrs: { ...next, kind } }]);
  } else {
    const from = grownFrom(parent);
    const isItem = parent.type === nodes.list_item;
    const attrs = { ...next, id: null, from };
    if ($from.parentOffset === 0 && !isAtEnd) {
      const empty = isItem ? parent.type.create(attrs) : nodes.paragraph.create({ from });
      tr.insert($from.before(), empty);
    } else if (isAtEnd && !isItem)
      tr.split($from.pos, 1, [{ type: nodes.paragraph, attrs: { id: null, from } }]);
    else tr.split($from.pos, 1, [{ type: parent.type, attrs }]);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
}

function breakLine(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from } = state.selection;
  if (!textblockAt($from)) return false;
  const tr = state.tr;
  if ($from.parent.type.spec.code) tr.insertText('\n');
  else tr.replaceSelectionWith(nodes.hard_break.create());
  dispatch?.(tr.scrollIntoView());
  return true;
}

const atStart = ({ $from, empty }: { $from: ResolvedPos; empty: boolean }): boolean =>
  empty && textblockAt($from) && $from.parentOffset === 0;

/** Backspace at the start of a heading, item or code block converts it to a paragraph first. */
function plainAgain(...[state, dispatch]: Parameters<Command>): boolean {
  const { selection } = state;
  const { $from } = selection;
  if (!atStart(selection)) return false;
  const { parent } = $from;
  if (isListItem(parent)) return back(state, dispatch);
  if (parent.type === nodes.inner && parent.attrs['kind'] !== 'paragraph') {
    dispatch?.(
      state.tr.setNodeMarkup($from.before(), null, { kind: 'paragraph', depth: 0, marker: null }),
    );
    return true;
  }
  if (parent.type !== nodes.heading && parent.type !== nodes.code) return false;
  return turnInto('paragraph')(state, dispatch);
}

/** Backspace at the start of a box moves its first line out. */
function openBox(...[state, dispatch]: Parameters<Command>): boolean {
  const { selection } = state;
  const { $from } = selection;
  if (!atStart(selection) || $from.parent.type !== nodes.inner || $from.index(1) > 0) return false;
  const box = $from.node(1);
  const start = $from.before(1);
  const tr = state.tr;
  const line = nodes.paragraph.create(
    box.childCount === 1 ? keptAttrs(box) : { from: grownFrom(box) },
    $from.parent.content,
  );
  if (box.childCount === 1) tr.replaceWith(start, $from.after(1), line);
  else tr.delete($from.before(), $from.after()).insert(start, line);
  tr.setSelection(TextSelection.create(tr.doc, start + 1));
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Joins a passage with the previous text block of any kind. An empty previous line is deleted. */
function joinBack(...[state, dispatch]: Parameters<Command>): boolean {
  const { selection } = state;
  const { $from } = selection;
  if (!atStart(selection) || $from.depth !== 1) return false;
  const before = state.doc.maybeChild($from.index(0) - 1);
  if (!before?.isTextblock || before.type.spec.code) return false;
  const cut = $from.before();
  const tr = state.tr;
  if (before.content.size === 0) tr.delete(cut - before.nodeSize, cut);
  else tr.delete(cut - 1, cut + 1);
  dispatch?.(tr.scrollIntoView());
  return true;
}

function indent(by: 1 | -1): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    const tr = state.tr;
    let isInList = false;
    state.doc.nodesBetween($from.pos, $to.pos, (node, pos, parent, index) => {
      if (!isListItem(node)) return;
      isInList = true;
      const before = parent?.maybeChild(index - 1);
      const most = before && isListItem(before) ? (before.attrs['depth'] as number) + 1 : 0;
      const depth = node.attrs['depth'] as number;
      const next = Math.min(Math.max(depth + by, 0), Math.max(by > 0 ? most : 8, 0), 8);
      if (next !== depth) tr.setNodeAttribute(pos, 'depth', next);
    });
    if (isInList) dispatch?.(tr);
    return isInList;
  };
}

function tabInCode(...[state, dispatch]: Parameters<Command>): boolean {
  if (!state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.insertText('  '));
  return true;
}
