import { CHECKED, UNCHECKED } from '@tomekeeper/contracts-document';
import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { MarkType, Node } from 'prosemirror-model';
import type { Command, EditorState, Plugin, Transaction } from 'prosemirror-state';
import { boxWith, putDivider, turnInto } from '../schema/block-types';
import { schema } from '../schema/schema';

const { nodes, marks } = schema;

/** Markdown shortcuts at the start of a line and around words. Undo reverts the conversion and keeps the typed characters. */
export const markdownHabits: Plugin = inputRules({
  rules: [
    line(/^(#{1,6})\s$/, ([, signs = '']) => turnInto('heading', { level: signs.length })),
    line(/^[-+*]\s$/, () => turnInto('list_item')),
    line(/^(\d{1,6}|[aA])[.)]\s$/, ([, first]) => turnInto('list_item', { marker: `${first}.` })),
    checkListItem(),
    line(/^>\s$/, () => boxWith('quote')),
    line(/^```([\w+-]*)\s$/, ([, language]) => turnInto('code', { language: language || null })),
    line(/^(?:---|\*\*\*|___)$/, () => putDivider),
    callout(),
    calloutAtOnce(),
    spaceBehindLabel(),
    around(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.bold),
    around(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.italic),
    around(/(?<![\w_])_([^_\s](?:[^_]*[^_\s])?)_$/, marks.italic),
    around(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, marks.strike),
    around(/`([^`]+)`$/, marks.code_words),
  ],
});

/** Replaces Markdown characters at the start of a paragraph by a block type. */
function line(sign: RegExp, command: (match: RegExpMatchArray) => Command): InputRule {
  return new InputRule(sign, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.depth !== 1 || $start.parent.type !== nodes.paragraph) return null;
    return after(state, state.tr.delete(start, end), command(match));
  });
}

/** Converts `[ ]` and `[x]` at the start of a paragraph or list item to a check box. */
function checkListItem(): InputRule {
  return new InputRule(/^\[([ xX]?)\]\s$/, (state, [, sign], start, end) => {
    const { parent, depth } = state.doc.resolve(start);
    const { paragraph, list_item } = nodes;
    if (depth !== 1 || (parent.type !== paragraph && parent.type !== list_item)) return null;
    const indent = (parent.attrs['depth'] as number | undefined) ?? 0;
    const marker = /x/i.test(sign ?? '') ? CHECKED : UNCHECKED;
    const command = turnInto('list_item', { depth: indent, marker });
    return after(state, state.tr.delete(start, end), command);
  });
}

/**
 * Applies a command after `tr` as one transaction, so that undo reverts the conversion and keeps the typed text. Returns null if
 * the command changes nothing.
 */
export function after(state: EditorState, tr: Transaction, command: Command): Transaction | null {
  let made: Transaction | null = null;
  const between = state.apply(tr);
  command(between, (next) => (made = next));
  const next = made as Transaction | null;
  if (!next) return null;
  // `appendTransaction` must assign passage ids to the result, not to the intermediate state.
  for (const step of next.steps) tr.step(step);
  return tr.setSelection(next.selection.map(tr.doc, tr.mapping.slice(tr.steps.length)));
}

/** Converts a quote that starts with `[!secret]` into a callout, as Obsidian does. */
function callout(): InputRule {
  return new InputRule(/^\[!([\w -]{1,40})\]$/, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    const box = $start.depth === 2 ? $start.node(1) : undefined;
    if (box?.type !== nodes.quote || $start.index(1) > 0) return null;
    return after(state, state.tr.delete(start, end), boxWith('callout', labelled(match)));
  });
}

const labelled = ([, name = 'note']: RegExpMatchArray) => ({
  label: name.trim().toLowerCase().replaceAll(/[ -]+/g, '_'),
});

/** `>[!secret]`, and `> [!secret]` in headings and items, where `> ` alone creates no quote. */
function calloutAtOnce(): InputRule {
  return new InputRule(/^> ?\[!([\w -]{1,40})\]$/, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.depth !== 1 || $start.parent.type === nodes.code) return null;
    return after(state, state.tr.delete(start, end), boxWith('callout', labelled(match)));
  });
}

/** Swallows the space of `> [!secret] words`, which belongs to the markup. */
function spaceBehindLabel(): InputRule {
  return new InputRule(
    /^\s$/,
    (state, _match, start) => {
      const $start = state.doc.resolve(start);
      const isFirst = $start.depth === 2 && $start.node(1).firstChild === $start.parent;
      return isFirst && $start.node(1).type === nodes.callout ? state.tr : null;
    },
    { undoable: false },
  );
}

/** Replaces Markdown characters around words by a mark. */
function around(signs: RegExp, type: MarkType): InputRule {
  return new InputRule(signs, (state, match, start, end) => {
    const [whole, words = ''] = match;
    const $start = state.doc.resolve(start);
    if ($start.parent.type.spec.code || hasMark($start.parent, $start.parentOffset)) return null;
    const wordsAt = start + whole.indexOf(words);
    const wordsEnd = wordsAt + words.length;
    const tr = state.tr;
    // The last typed character is not in the document yet.
    if (wordsEnd < end) tr.delete(wordsEnd, end);
    tr.delete(start, wordsAt);
    tr.addMark(start, start + words.length, type.create());
    return tr.removeStoredMark(type);
  });
}

/** Whether the position is inline code, where Markdown characters are literal. */
function hasMark(block: Node, offset: number): boolean {
  const node = block.nodeAt(offset);
  return node !== null && Boolean(marks.code_words.isInSet(node.marks));
}
