import fc from 'fast-check';

/** Actions of a GM on spoilers in one of two worlds. */
export type HiddenAction =
  | { do: 'upload'; name: string; size: number }
  | { do: 'begin an upload' }
  | { do: 'rename'; which: number; name: string }
  | { do: 'delete'; which: number }
  | { do: 'delete and restore'; which: number }
  | { do: 'delete for good'; which: number }
  | { do: 'reveal and hide'; which: number }
  | { do: 'replace file' | 'replace file and undo'; which: number }
  | { do: 'show and hide' | 'show and take back'; which: number }
  | { do: 'tag and pin the visible documents'; which: number }
  /** Also gives it, and a visible document, an alias that players do not see. */
  | { do: 'categorize'; which: number }
  /** Of a visible document; the picture is hidden. */
  | { do: 'choose a hidden portrait'; which: number }
  | { do: 'write a hidden note'; words: string }
  /** Changes the chosen player: for all hidden content, or for the hidden part of partly visible content. */
  | { do: 'choose another player'; which: number }
  | { do: 'choose another player on the knowledge page' }
  | { do: 'choose another player and take it back'; which: number }
  | { do: 'show another player without keeping'; which: number }
  /** Of a hidden note, as a document with its own id. */
  | { do: 'hand another player a handout'; which: number }
  /** Screens as this player, as the party and as the other player get them. */
  | { do: 'view as players' };

const FLIPPED_BY = [
  'hide and reveal',
  'hide and take back',
  'hide, replace file and reveal',
  'hide, retitle and take back',
  'hide, retitle and reveal',
  'hide, retitle and show',
  'delete and restore',
] as const;
export type FlippedBy = (typeof FLIPPED_BY)[number];

/** Actions of a GM in both worlds, with other actions in each world between them. */
export type Step =
  /** In one world it is there before another document, and revealed after it. */
  | { do: 'upload'; name: string; hiddenAtFirst: 'left' | 'right' | 'nowhere' }
  /** Of its text players see a part; the rest is as long as this, in each of the worlds. */
  | { do: 'upload mixed'; name: string; left: number[]; right: number[] }
  /** Players see a part of it; secrets of these lengths are written into it, moved, joined and deleted. */
  | {
      do: 'write a note';
      name: string;
      left: number[];
      right: number[];
      /** Where a secret is revealed and hidden; in the other world a passage is written and deleted. */
      flippedIn: 'left' | 'right';
    }
  /**
   * A spoiler of which all players, or only this one, see a part; the remainder has the given length, and another
   * player is chosen for some of it. In one world a passage is hidden and revealed again, in the other it is deleted
   * and written again; in one world a secret is revealed and hidden, in the other text is written, revealed and
   * deleted.
   */
  | {
      do: 'hand out';
      name: string;
      to: 'party' | 'player';
      left: number[];
      right: number[];
      flippedIn: 'left' | 'right';
    }
  /**
   * A spoiler of which players see a part in a handout with its own id, and another player another part. In one world a
   * secret is joined to a passage of the handout, in the other the passage is deleted; in one world the handout is hidden
   * and its Hide undone.
   */
  | {
      do: 'hand out apart';
      name: string;
      to: 'party' | 'player';
      left: number[];
      right: number[];
      flippedIn: 'left' | 'right';
    }
  /**
   * Two files become notes. The original of one contains a secret in one world and is not released at the end; players get
   * that of the other, into whose text a secret is written in the same world.
   */
  | { do: 'make editable'; name: string; secretIn: 'left' | 'right' }
  /** Of everything until now; the GM reveals it. */
  | { do: 'write a recap' }
  | { do: 'rename'; which: number; name: string }
  | { do: 'delete' | 'replace file' | 'replace file and undo'; which: number }
  /** Replaces a partly visible file; the remainder has the given length, and the visible part changes by one word. */
  | { do: 'new version'; which: number; left: number[]; right: number[] }
  /** Replaces the text by an image that players do not get, another one in each world. */
  | { do: 'draw over'; which: number }
  /** Replaces it by a file without secrets, which players get. */
  | { do: 'give file'; which: number }
  /** Shows the first passages of partly visible content to players. */
  | { do: 'show passages'; which: number }
  /** The player, to whom the given number of spoilers was revealed, leaves and returns with another membership. */
  | { do: 'leave and come back'; left: number; right: number }
  /** In one world it is hidden, perhaps given another file or a title for GMs alone, and revealed, or deleted and restored; in the other it is deleted, and another made. */
  | {
      do: 'flip';
      which: number;
      by: FlippedBy;
      flippedIn: 'left' | 'right';
    }
  | { do: 'hidden actions'; left: HiddenAction[]; right: HiddenAction[] };

const name = fc.constantFrom('map.png', 'Süd.txt', 'a'.repeat(240), '🐉.pdf', 'Zebra', 'aaa');
const which = fc.nat(20);
const side = fc.constantFrom('left', 'right');
const does = <Do extends string>(what: Do) => fc.constant(what);

const action: fc.Arbitrary<HiddenAction> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: does('upload'), name, size: fc.nat(3000) }) },
  fc.record({ do: does('begin an upload') }),
  fc.record({ do: does('rename'), which, name }),
  fc.record({ do: does('delete'), which }),
  fc.record({ do: does('delete and restore'), which }),
  fc.record({ do: does('delete for good'), which }),
  fc.record({ do: does('reveal and hide'), which }),
  fc.record({ do: fc.constantFrom('replace file', 'replace file and undo'), which }),
  fc.record({ do: fc.constantFrom('show and hide', 'show and take back'), which }),
  fc.record({ do: does('tag and pin the visible documents'), which }),
  fc.record({ do: does('categorize'), which }),
  fc.record({ do: does('choose a hidden portrait'), which }),
  fc.record({ do: does('write a hidden note'), words: name }),
  fc.record({ do: does('choose another player'), which }),
  fc.record({ do: does('choose another player on the knowledge page') }),
  fc.record({ do: does('choose another player and take it back'), which }),
  fc.record({ do: does('show another player without keeping'), which }),
  fc.record({ do: does('hand another player a handout'), which }),
  fc.record({ do: does('view as players') }),
);
/** At least one: of a text that players see wholly they get the file. */
const lengths = fc.array(fc.nat(300), { minLength: 1, maxLength: 3 });
const hiddenActions = fc.array(action, { maxLength: 4 });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: does('upload'),
    name: fc.oneof({ weight: 4, arbitrary: name }, fc.constant('guide.html')),
    hiddenAtFirst: fc.constantFrom('left', 'right', 'nowhere'),
  }),
  fc.record({ do: does('upload mixed'), name, left: lengths, right: lengths }),
  fc.record({ do: does('write a note'), name, left: lengths, right: lengths, flippedIn: side }),
  fc.record({
    do: does('hand out'),
    name,
    to: fc.constantFrom('party', 'player'),
    left: lengths,
    right: lengths,
    flippedIn: side,
  }),
  fc.record({
    do: does('hand out apart'),
    name,
    to: fc.constantFrom('party', 'player'),
    left: lengths,
    right: lengths,
    flippedIn: side,
  }),
  fc.record({ do: does('make editable'), name, secretIn: side }),
  fc.record({ do: does('write a recap') }),
  fc.record({ do: does('rename'), which, name }),
  fc.record({ do: fc.constantFrom('delete', 'replace file', 'replace file and undo'), which }),
  fc.record({ do: does('new version'), which, left: lengths, right: lengths }),
  fc.record({ do: fc.constantFrom('draw over', 'give file', 'show passages'), which }),
  fc.record({ do: does('leave and come back'), left: fc.nat(2), right: fc.nat(2) }),
  fc.record({
    do: does('flip'),
    which,
    by: fc.constantFrom(...FLIPPED_BY),
    flippedIn: side,
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: does('hidden actions'), left: hiddenActions, right: hiddenActions }),
  },
);

/** The life of a campaign. */
export const steps = fc.array(step, { maxLength: 8 });
