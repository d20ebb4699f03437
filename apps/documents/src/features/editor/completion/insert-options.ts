import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { BLOCK_TYPES, putDivider } from '../schema/block-types';
import { after } from '../input/markdown-habits';
import { putBehind } from '../saving/grown-from';
import { passageAt } from '../schema/passage-ids';
import { insertTable } from '../table/table-commands';
import { putSpace } from './space-behind';
import type { Trigger } from './trigger';

export interface Option {
  id: string;
  label: string;
  /** Secondary text. */
  hint?: string | undefined;
  /** Audience of the linked document, for options that link to one. */
  audience?: 'spoilers' | 'public' | undefined;
  run: Command;
  /** Title of a note to create with the insertion. */
  creates?: string | undefined;
}

interface Insertion {
  label: string;
  hint: string;
  /** Search synonyms, separated by spaces. */
  words?: string;
  run: Command;
}

const HINTS: Readonly<Record<string, { hint: string; words?: string }>> = {
  paragraph: { hint: 'Plain text', words: 'paragraph' },
  heading1: { hint: '# and a space', words: 'title h1' },
  heading2: { hint: '## and a space', words: 'h2' },
  heading3: { hint: '### and a space', words: 'h3' },
  list: { hint: '- and a space', words: 'bullets points unordered' },
  numbered: { hint: '1. and a space', words: 'ordered counted list' },
  quote: { hint: '> and a space', words: 'citation' },
  read_aloud: { hint: 'A box for your voice', words: 'callout box narration' },
  secret: { hint: 'A box for game masters only', words: 'callout gm hidden spoiler' },
  box: { hint: 'A highlighted note', words: 'callout note' },
  code: { hint: '``` and a space', words: 'monospace' },
};

/** Insertions that open a dialog or a file picker. */
export interface Openers {
  picture: Command;
  webLink: Command;
  /** Whether boxes for GMs only are offered. */
  hasSecrets?: boolean;
}

const typed =
  (signs: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(signs));
    return true;
  };

function insertionsOf({ picture, webLink, hasSecrets = true }: Openers): Insertion[] {
  const types = BLOCK_TYPES.filter(({ value }) => hasSecrets || value !== 'secret');
  const blocks = types.map(({ value, label, run }) => ({
    label,
    hint: '',
    ...HINTS[value],
    run: inPlace(run),
  }));
  return [
    ...blocks,
    { label: 'Table', hint: 'Rows and columns', words: 'grid', run: insertTable },
    { label: 'Line across', hint: '---', words: 'divider rule hr', run: putDivider },
    { label: 'Picture', hint: 'From this device', words: 'image photo map', run: picture },
    { label: 'Link to a document', hint: '[[', words: 'page note internal', run: typed('[[') },
    { label: 'Link to a web page', hint: 'https://…', words: 'url address', run: webLink },
    { label: 'Mention', hint: '@', words: 'player person name', run: typed('@') },
  ];
}

/** Inserts a new block after the current one unless the current one is empty. */
function inPlace(run: Command): Command {
  return (state, dispatch) => {
    const { node } = passageAt(state.doc, state.selection.from);
    if (node.textContent.trim() === '' && node.childCount <= 1) return run(state, dispatch);
    const tr = state.tr;
    putBehind(tr, state.selection.$from);
    const both = after(state, tr, run);
    if (!both) return false;
    dispatch?.(both);
    return true;
  };
}

/** Blocks with a word of their label or synonyms that starts with the query; label matches first. */
export function insertOptions(query: string, openers: Openers): Option[] {
  const wanted = query.trim().toLowerCase();
  const all = insertionsOf(openers).map((one) => {
    const label = one.label.toLowerCase();
    const words = `${label} ${one.words ?? ''}`.split(' ');
    const rank = label.startsWith(wanted)
      ? 0
      : words.some((word) => word.startsWith(wanted))
        ? 1
        : 2;
    return { ...one, rank };
  });
  return all
    .filter(({ rank }) => rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .map(({ label, hint, run }) => ({ id: label, label, hint: hint || undefined, run }));
}

/** Replaces the typed trigger by the option's result in one undo step. Returns null if the option changes no text. */
export function completed(
  state: EditorState,
  { kind, from, to }: Pick<Trigger, 'kind' | 'from' | 'to'>,
  run: Command,
): Transaction | null {
  const made = after(state, state.tr.delete(from, to), run);
  return made && kind !== 'insert' ? putSpace(made) : made;
}
