import type { Shortcut } from '@tomekeeper/ui/shortcuts';

// All keyboard shortcuts of this remote. Key handlers and the list of shortcuts use the same constants.

export const LIST_SHORTCUTS = {
  step: { keys: ['ArrowUp', 'ArrowDown'], words: 'Previous or next document' },
  ends: { keys: ['Home', 'End'], words: 'First or last document' },
  aside: { keys: ['ArrowLeft', 'ArrowRight'], words: 'Other buttons of the document' },
  select: { keys: ['x'], words: 'Select the document (game masters)' },
  extend: {
    keys: ['Shift-ArrowUp', 'Shift-ArrowDown'],
    words: 'Extend the selection (game masters)',
  },
  all: { keys: ['Mod-a'], words: 'Select all documents (game masters)' },
  clear: { keys: ['Escape'], words: 'Clear the selection' },
} satisfies Record<string, Shortcut>;

export const READER_SHORTCUTS = {
  find: { keys: ['/'], words: 'Find in the open document' },
  findInLong: { keys: ['Mod-f'], words: 'Find in a long document' },
  up: { keys: ['Alt-ArrowUp'], words: 'Previous passage' },
  down: { keys: ['Alt-ArrowDown'], words: 'Next passage' },
  select: { keys: ['x'], words: 'Select the focused passage (game masters)' },
  all: { keys: ['Mod-a'], words: 'Select all passages (game masters)' },
  reveal: { keys: ['r'], words: 'Reveal or hide the selected passages (game masters)' },
  clear: { keys: ['Escape'], words: 'Clear the selection' },
} satisfies Record<string, Shortcut>;

export const FIND_SHORTCUTS = {
  next: { keys: ['Enter'], words: 'Next match' },
  previous: { keys: ['Shift-Enter'], words: 'Previous match' },
  close: { keys: ['Escape'], words: 'Close find' },
} satisfies Record<string, Shortcut>;

export const EDITOR_SHORTCUTS = {
  audience: { keys: ['Mod-Shift-h'], words: 'Hide the passage from players, or show it' },
  bold: { keys: ['Mod-b'], words: 'Bold' },
  italic: { keys: ['Mod-i'], words: 'Italic' },
  strike: { keys: ['Mod-Shift-x'], words: 'Struck through' },
  code: { keys: ['Mod-e'], words: 'Code' },
  link: { keys: ['Mod-Shift-k'], words: 'Link' },
  paragraph: { keys: ['Mod-Alt-0'], words: 'Paragraph' },
  heading1: { keys: ['Mod-Alt-1'], words: 'Large heading' },
  heading2: { keys: ['Mod-Alt-2'], words: 'Heading' },
  heading3: { keys: ['Mod-Alt-3'], words: 'Small heading' },
  check: { keys: ['Mod-Enter'], words: 'Check the box of a list item, or leave a block of code' },
  line: { keys: ['Shift-Enter'], words: 'New line in the same passage' },
  indent: { keys: ['Tab'], words: 'Indent a list item, or go to the next cell' },
  outdent: { keys: ['Shift-Tab'], words: 'Outdent a list item, or go to the previous cell' },
  undo: { keys: ['Mod-z'], words: 'Undo' },
  redo: { keys: ['Mod-y', 'Mod-Shift-z'], words: 'Redo' },
} satisfies Record<string, Shortcut>;
