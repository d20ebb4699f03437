import { BOARD_LIMITS, boardItem, type BoardLine } from '@tomekeeper/contracts-campaign';
import type { Item } from './board-api';
import { isSame } from './merge-boards';

/** A text or checklist while a GM types it. */
export interface Draft {
  id: string;
  kind: 'text' | 'checklist';
  /** The item before the change; undefined for a new one. */
  from: Item | undefined;
  /** Of a checklist. */
  title: string;
  /** Of a checklist, one line each. */
  text: string;
}

export const newDraft = (kind: Draft['kind']): Draft => ({
  ...{ id: crypto.randomUUID(), kind, from: undefined },
  ...{ title: '', text: '' },
});

/** Undefined for items that are not typed. */
export function draftOf(item: Item): Draft | undefined {
  const { id } = item;
  if (item.kind === 'text') return { id, kind: 'text', from: item, title: '', text: item.text };
  if (item.kind !== 'checklist') return undefined;
  const text = item.lines.map((line) => line.text).join('\n');
  return { id, kind: 'checklist', from: item, title: item.title, text };
}

export function itemOf({ id, kind, from, title, text }: Draft): Item {
  if (kind === 'text') return { kind, id, text: text.trim() };
  const before = from?.kind === 'checklist' ? from.lines : [];
  return { kind, id, title: title.trim(), lines: linesOf(text, before) };
}

/** Whether leaving the draft would lose something. */
export function isUnsaved(draft: Draft): boolean {
  const { from } = draft;
  if (from === undefined) return draft.title.trim() !== '' || draft.text.trim() !== '';
  return !isSame(itemOf(draft), from);
}

/** Validation error of the draft; undefined if it is valid. */
export function errorOf(draft: Draft): string | undefined {
  if (draft.text.trim() === '') return 'Enter a text, or cancel.';
  const lines = draft.kind === 'checklist' ? textLines(draft.text) : [];
  if (lines.length > BOARD_LIMITS.lines)
    return `A checklist has at most ${BOARD_LIMITS.lines} lines. Remove ${lines.length - BOARD_LIMITS.lines}.`;
  const long = lines.findIndex((line) => line.length > BOARD_LIMITS.line);
  if (long >= 0)
    return `Line ${long + 1} has more than ${BOARD_LIMITS.line} characters. Shorten it.`;
  return boardItem.safeParse(itemOf(draft)).error?.issues[0]?.message;
}

const textLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Lines keep their id and their mark: by equal text, or else by position. */
function linesOf(text: string, before: readonly BoardLine[]): BoardLine[] {
  const free = new Set(before);
  const take = (line: BoardLine | undefined) => (line && free.delete(line) ? line : undefined);
  const texts = textLines(text);
  const equal = texts.map((one) => take([...free].find((line) => line.text === one)));
  return texts.map((one, at) => {
    const known = equal[at] ?? take(before[at]);
    return { id: known?.id ?? crypto.randomUUID(), text: one, done: known?.done ?? false };
  });
}
