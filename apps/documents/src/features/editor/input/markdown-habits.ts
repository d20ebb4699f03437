import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { MarkType, Node } from 'prosemirror-model';
import type { Command, EditorState, Plugin, Transaction } from 'prosemirror-state';
import { boxWith, putDivider, turnInto } from '../schema/block-types';
import { schema } from '../schema/schema';

const { nodes, marks } = schema;

/** What people type who know Markdown: at the beginning of a line, and around words. Undo takes it back alone. */
export const markdownHabits: Plugin = inputRules({
  rules: [
    line(/^(#{1,6})\s$/, ([, signs = '']) => turnInto('heading', { level: signs.length })),
    line(/^[-+*]\s$/, () => turnInto('list_item')),
    line(/^(\d{1,6})[.)]\s$/, ([, digits]) => turnInto('list_item', { marker: `${digits}.` })),
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

/** A sign at the beginning of a paragraph: it goes, and the paragraph becomes something else. */
function line(sign: RegExp, command: (match: RegExpMatchArray) => Command): InputRule {
  return new InputRule(sign, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.depth !== 1 || $start.parent.type !== nodes.paragraph) return null;
    return after(state, state.tr.delete(start, end), command(match));
  });
}

/** One transaction of two, so that undo takes back what the editor did and leaves what was typed. */
export function after(state: EditorState, tr: Transaction, command: Command): Transaction | null {
  let made: Transaction | null = null;
  const between = state.apply(tr);
  command(between, (next) => (made = next));
  const next = made as Transaction | null;
  if (!next) return null;
  // Ids are given to what the command made, not to what stood for a moment.
  for (const step of next.steps) tr.step(step);
  return tr.setSelection(next.selection.map(tr.doc, tr.mapping.slice(tr.steps.length)));
}

/** `[!secret]` at the beginning of a quote makes a box of it, as in Obsidian. */
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

/** `>[!secret]`, and `> [!secret]` in headings and items, where `> ` alone makes no quote. */
function calloutAtOnce(): InputRule {
  return new InputRule(/^> ?\[!([\w -]{1,40})\]$/, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.depth !== 1 || $start.parent.type === nodes.code) return null;
    return after(state, state.tr.delete(start, end), boxWith('callout', labelled(match)));
  });
}

/** The space of `> [!secret] words` belongs to the markup. */
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

/** Signs around words: they go, and the words are dressed. */
function around(signs: RegExp, type: MarkType): InputRule {
  return new InputRule(signs, (state, match, start, end) => {
    const [whole, words = ''] = match;
    const $start = state.doc.resolve(start);
    if ($start.parent.type.spec.code || hasMark($start.parent, $start.parentOffset)) return null;
    const wordsAt = start + whole.indexOf(words);
    const wordsEnd = wordsAt + words.length;
    const tr = state.tr;
    // The last sign is not in the text yet: it is what is being typed.
    if (wordsEnd < end) tr.delete(wordsEnd, end);
    tr.delete(start, wordsAt);
    tr.addMark(start, start + words.length, type.create());
    return tr.removeStoredMark(type);
  });
}

/** Signs within code are signs. */
function hasMark(block: Node, offset: number): boolean {
  const node = block.nodeAt(offset);
  return node !== null && Boolean(marks.code_words.isInSet(node.marks));
}
