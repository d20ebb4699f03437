import type { FlippedBy, HiddenAction, Step } from './steps';

// Lives of campaigns in which mutants show themselves.

/** Short, with something of everything that a mutation needs to show. */
export const LIFE: Step[] = [
  { do: 'leave and come back', left: 2, right: 1 },
  { do: 'upload', name: 'map.png', hiddenAtFirst: 'nowhere' },
  { do: 'upload', name: 'rules.txt', hiddenAtFirst: 'left' },
  { do: 'upload', name: 'guide.html', hiddenAtFirst: 'right' },
  { do: 'upload mixed', name: 'book', left: [10], right: [20, 5, 30] },
  { do: 'write a note', name: 'evening', left: [10], right: [20, 5, 30], flippedIn: 'left' },
  {
    do: 'hand out',
    name: 'letter',
    to: 'party',
    left: [10],
    right: [20, 5, 30],
    flippedIn: 'left',
  },
  { do: 'hand out', name: 'dream', to: 'player', left: [10, 5], right: [20], flippedIn: 'right' },
  { do: 'hand out apart', name: 'map', to: 'party', left: [5], right: [20, 5], flippedIn: 'left' },
  { do: 'upload mixed', name: 'atlas', left: [10], right: [20] },
  { do: 'draw over', which: 1 },
  { do: 'show passages', which: 2 },
  {
    do: 'hidden actions',
    left: [
      { do: 'upload', name: 'plot.txt', size: 10 },
      { do: 'upload', name: 'lich.txt', size: 20 },
      { do: 'upload', name: 'burnt.txt', size: 20 },
      { do: 'delete', which: 4 },
      { do: 'rename', which: 2, name: 'lair.txt' },
      { do: 'delete and restore', which: 3 },
      { do: 'replace file', which: 1 },
      // Of one alone: hints of a document that players saw for a moment say nothing against it.
      { do: 'upload', name: 'omen.txt', size: 20 },
      { do: 'show and take back', which: 4 },
      { do: 'show and hide', which: 4 },
      { do: 'tag and pin the visible documents', which: 0 },
      { do: 'write a hidden note', words: 'for another' },
      { do: 'categorize', which: 5 },
      { do: 'choose another player', which: 5 },
      { do: 'choose another player on the knowledge page' },
      { do: 'choose another player and take it back', which: 0 },
      { do: 'upload', name: 'face.png', size: 20 },
      { do: 'choose a hidden portrait', which: 0 },
      { do: 'view as players' },
    ],
    right: [
      { do: 'upload', name: 'regent.txt', size: 30 },
      { do: 'upload', name: 'heir.txt', size: 30 },
      { do: 'upload', name: 'scribe.txt', size: 30 },
      { do: 'upload', name: 'page.txt', size: 30 },
      { do: 'upload', name: 'baker.txt', size: 30 },
      { do: 'upload', name: 'smith.txt', size: 30 },
    ],
  },
  { do: 'upload', name: 'handout.pdf', hiddenAtFirst: 'nowhere' },
  { do: 'write a note', name: 'morning', left: [10], right: [20], flippedIn: 'right' },
  { do: 'flip', which: 0, by: 'hide, retitle and take back', flippedIn: 'left' },
  { do: 'flip', which: 0, by: 'hide, retitle and reveal', flippedIn: 'right' },
  { do: 'flip', which: 0, by: 'hide, retitle and show', flippedIn: 'left' },
];

/** Spoilers of one world that are uploaded, changed, deleted and brought back. */
export const HIDDEN_FILES: Step[] = [
  { do: 'upload', name: 'map.png', hiddenAtFirst: 'nowhere' },
  {
    do: 'hidden actions',
    left: [
      { do: 'upload', name: 'plot.txt', size: 10 },
      { do: 'upload', name: 'lich.txt', size: 20 },
      { do: 'rename', which: 0, name: 'lair.txt' },
      { do: 'replace file', which: 1 },
      { do: 'delete and restore', which: 1 },
      { do: 'delete', which: 1 },
      { do: 'tag and pin the visible documents', which: 0 },
    ],
    right: [],
  },
];

/** Spoilers of one world that another player is shown. */
export const FOR_ANOTHER: Step[] = [
  {
    do: 'hidden actions',
    left: [
      { do: 'write a hidden note', words: 'for another' },
      { do: 'choose another player and take it back', which: 0 },
      { do: 'choose another player', which: 0 },
      { do: 'show another player without keeping', which: 0 },
      { do: 'hand another player a handout', which: 0 },
    ],
    right: [],
  },
];

/** Files that became notes. */
export const ORIGINALS: Step[] = [
  { do: 'make editable', name: 'letter', secretIn: 'left' },
  { do: 'make editable', name: 'diary', secretIn: 'right' },
];

export const REVEALED_TEXT: Step[] = [{ do: 'upload', name: 'rules.txt', hiddenAtFirst: 'left' }];

export const NOTE: Step[] = [
  { do: 'write a note', name: 'evening', left: [10], right: [20, 5, 30], flippedIn: 'left' },
];

const lengths = { left: [10], right: [20, 5, 30] };
export const HANDOUTS: Step[] = [
  { do: 'hand out', name: 'letter', to: 'party', ...lengths, flippedIn: 'left' },
  { do: 'hand out', name: 'dream', to: 'player', left: [10, 5], right: [20], flippedIn: 'right' },
];

/** Recaps of passages for the party and for another player, of which some are hidden in one world and deleted in the other. */
export const RECAPS: Step[] = [
  { do: 'upload', name: 'rules.txt', hiddenAtFirst: 'left' },
  { do: 'upload', name: 'customs.txt', hiddenAtFirst: 'nowhere' },
  ...HANDOUTS,
  { do: 'write a note', name: 'evening', ...lengths, flippedIn: 'right' },
  { do: 'hidden actions', left: FOR_ANOTHER.flatMap(actionsOf), right: [] },
  { do: 'write a recap' },
  { do: 'flip', which: 0, by: 'hide and reveal', flippedIn: 'left' },
  { do: 'flip', which: 0, by: 'delete and restore', flippedIn: 'right' },
  { do: 'write a recap' },
  { do: 'delete', which: 1 },
];

/** A recap without any sentence, and one with sentences for GMs alone. */
export const RECAP_FOR_GMS: Step[] = [...FOR_ANOTHER, { do: 'write a recap' }];

/** Parts of one spoiler are handouts with their own ids. */
export const APART: Step[] = [
  { do: 'hand out apart', name: 'map', to: 'party', ...lengths, flippedIn: 'left' },
  { do: 'hand out apart', name: 'oath', to: 'player', ...lengths, flippedIn: 'right' },
];

export const NEW_VERSION: Step[] = [
  { do: 'upload mixed', name: 'book', left: [10], right: [20, 5] },
  { do: 'new version', which: 0, left: [30, 5], right: [5, 20] },
];

/** A document gets a title for GMs only while it is hidden, and a GM who saw the old title undoes the Hide. */
export const TITLE_TAKEN_BACK = titledWhileHidden('hide, retitle and take back');
export const TITLE_REVEALED = titledWhileHidden('hide, retitle and reveal');
export const TITLE_SHOWN = titledWhileHidden('hide, retitle and show');

/** Another player gets another title of a document that all see in part. */
export const RETITLED: Step[] = [
  { do: 'hand out', name: 'letter', to: 'party', ...lengths, flippedIn: 'left' },
  {
    do: 'hidden actions',
    left: [{ do: 'choose another player on the knowledge page' }],
    right: [],
  },
];

function actionsOf(step: Step): HiddenAction[] {
  return step.do === 'hidden actions' ? step.left : [];
}

function titledWhileHidden(by: FlippedBy): Step[] {
  return [
    { do: 'upload', name: 'map.png', hiddenAtFirst: 'nowhere' },
    { do: 'flip', which: 0, by, flippedIn: 'left' },
  ];
}
