import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { type AudienceClass, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Source } from '../../src/notes/saving/audiences';
import {
  merge,
  type NotePassage,
  type NoteState,
  type Save,
  type SentPassage,
} from '../../src/notes/saving/merge';
import type { StoredPassage } from '../../src/passages/editing/edit-passages';
import {
  paragraph,
  place,
  sending,
  Tab,
  TABS,
  wordsIn,
  writing,
  type Answer,
  type SentSave,
  type CurrentPassage,
} from './writers';

// Three writers with two tabs each edit one note, offline at times, with lost responses and repeated saves.

const CHOSEN = { mia: 'class of mia', both: 'class of both' };
const MEMBERS = new Map([
  [CHOSEN.mia, ['mia']],
  [CHOSEN.both, ['mia', 'tom']],
]);
const CLASSES: AudienceClass[] = [null, GM_CLASS, PARTY_CLASS, CHOSEN.mia, CHOSEN.both];
const PLAYERS = ['mia', 'tom', 'ada'];

function readers(of: AudienceClass, is_spoilers: boolean): string[] {
  if (of === null) return is_spoilers ? [] : PLAYERS;
  if (of === PARTY_CLASS) return PLAYERS;
  return MEMBERS.get(of) ?? [];
}

/** The note on the server, without a database. */
class Note {
  version = 1;
  living: NotePassage[] = [];
  readonly words = new Map<string, StoredPassage>();
  private readonly gone = new Map<string, { position: number; source: Source }>();
  /** By word: the passages in which it ever stood. */
  private readonly held = new Map<string, Set<string>>();

  constructor(
    readonly is_spoilers: boolean,
    texts: readonly string[],
  ) {
    texts.forEach((text, at) => {
      const id = `first ${at}`;
      this.living.push({ id, position: at, audience_class: null, version: 1 });
      this.words.set(id, paragraph(text));
      this.hold(id, text);
    });
  }

  setAudience(at: number, audience_class: AudienceClass): void {
    const one = this.living[at % Math.max(1, this.living.length)];
    if (one) one.audience_class = audience_class;
  }

  currentPassages = (): CurrentPassage[] =>
    this.living.map(({ id, version }) => ({ id, version, text: this.textOf(id) }));

  private textOf = (id: string): string => this.words.get(id)?.text ?? '';

  take({ save, seen }: SentSave): Answer {
    const before = new Map(this.living.map(({ id }) => [id, this.textOf(id)]));
    const allowed = new Map([...this.held].map(([word, ids]) => [word, this.readersOfAny(ids)]));
    const merged = merge(this.state(save), save);
    if (merged.puts.size + merged.narrowed.size + merged.placed.size + merged.removed.length > 0)
      this.version++;
    const old = new Map(this.living.map((one) => [one.id, one]));
    for (const id of merged.removed) {
      const { position, audience_class } = old.get(id)!;
      const source = { audience_class, was_spoilers: this.is_spoilers, isOwn: true };
      this.gone.set(id, { position, source });
      this.words.delete(id);
    }
    for (const [id, { written }] of merged.puts) {
      this.gone.delete(id);
      this.words.set(id, written);
      this.hold(id, written.text);
    }
    this.living = merged.order.map((id, position) => {
      const put = merged.puts.get(id);
      if (put) return { id, position, audience_class: put.audience_class, version: this.version };
      const { audience_class, version } = old.get(id)!;
      return {
        id,
        position,
        audience_class: merged.narrowed.has(id) ? merged.narrowed.get(id)! : audience_class,
        version,
      };
    });
    const clashes = new Set(merged.clashes);
    const versions = new Map(this.living.map(({ id, version }) => [id, version]));
    const kept = new Map(
      save.changes.flatMap(({ id }) => (clashes.has(id) ? [] : [[id, versions.get(id)!]])),
    );
    const refused = save.changes.filter(({ id }) => clashes.has(id));
    this.checkThatNothingIsLost(before, seen, refused);
    this.checkThatNothingIsShown(allowed);
    // Text confirmed as saved is in the note unchanged.
    const last = new Map(save.changes.map((one) => [one.id, one.written.text]));
    for (const id of kept.keys())
      if (this.textOf(id) !== last.get(id)) throw new Error(`${id} is kept, and stands otherwise.`);
    for (const { id } of save.removed)
      if (!clashes.has(id) && !kept.has(id) && this.words.has(id))
        throw new Error(`${id} is said to be removed, and stands.`);
    const currentPassages = this.living.filter(({ id }) => this.words.has(id));
    if (currentPassages.length !== this.words.size || currentPassages.length !== this.living.length)
      throw new Error('The order is not of the passages that stand.');
    return { kept, clashes };
  }

  /**
   * Words leave the note only if a writer who saw them removed them: text to be joined to a conflicting passage stays.
   */
  private checkThatNothingIsLost(
    before: ReadonlyMap<string, string>,
    seen: ReadonlyMap<string, string>,
    refused: readonly SentPassage[],
  ): void {
    const wanted = new Set(refused.flatMap(({ written }) => wordsIn(written.text)));
    const now = new Set([...this.words.values()].flatMap(({ text }) => wordsIn(text)));
    for (const [id, text] of before)
      for (const word of wordsIn(text))
        if (!now.has(word) && (wanted.has(word) || !wordsIn(seen.get(id) ?? '').includes(word)))
          throw new Error(`${word} is lost, which its deleter had not seen.`);
  }

  /** Every viewer of a word saw a passage that contained it before. */
  private checkThatNothingIsShown(allowed: ReadonlyMap<string, ReadonlySet<string>>): void {
    for (const { id, audience_class } of this.living)
      for (const word of wordsIn(this.textOf(id)))
        for (const reader of readers(audience_class, this.is_spoilers))
          if (allowed.get(word)?.has(reader) === false)
            throw new Error(
              `${reader} sees ${word}, and saw none of the places that it comes from.`,
            );
  }

  private readersOfAny(ids: ReadonlySet<string>): Set<string> {
    const classes = new Map(this.living.map((one) => [one.id, one.audience_class]));
    return new Set(
      [...ids].flatMap((id) => {
        const gone = this.gone.get(id)?.source;
        const of = classes.has(id) ? classes.get(id)! : gone ? gone.audience_class : GM_CLASS;
        return readers(of, this.is_spoilers);
      }),
    );
  }

  private hold(id: string, text: string): void {
    for (const word of wordsIn(text))
      this.held.set(word, (this.held.get(word) ?? new Set()).add(id));
  }

  private state(save: Save): NoteState {
    const named = [...save.changes, ...save.removed].map(({ id }) => id);
    const lives = new Set(this.living.map(({ id }) => id));
    const others = save.changes
      .flatMap(({ id, from = [], after }) => [id, ...from, ...(after ? [after] : [])])
      .filter((id) => !lives.has(id));
    const known = others.flatMap((id) => {
      const gone = this.gone.get(id);
      return gone ? [[id, gone] as const] : [];
    });
    return {
      is_spoilers: this.is_spoilers,
      members: MEMBERS,
      living: this.living,
      words: new Map(
        named.flatMap((id) => {
          const words = this.words.get(id);
          return words ? [[id, words] as const] : [];
        }),
      ),
      stood: new Map(known.map(([id, { position }]) => [id, position])),
      sources: new Map(known.map(([id, { source }]) => [id, source])),
    };
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: writing },
  { weight: 4, arbitrary: sending },
  fc.record({ do: fc.constant('set an audience'), at: place, to: fc.constantFrom(...CLASSES) }),
);

/** Plays the steps. @throws if a word is lost, or reaches a viewer who did not see its source */
function play(steps: readonly Step[], is_spoilers: boolean): void {
  const note = new Note(is_spoilers, ['a1 a2', 'b1 b2', 'c1', 'd1 d2']);
  const tabs = Array.from({ length: TABS }, () => new Tab());
  for (const tab of tabs) tab.fetch(note.currentPassages());
  const send = (tab: Tab, isAnswerLost = false) => {
    const answer = note.take(tab.next());
    if (!isAnswerLost) tab.answered(answer, note.currentPassages());
  };
  for (const one of steps) {
    if (!('tab' in one)) note.setAudience(one.at, one.to);
    else if ('at' in one) tabs[one.tab]!.write(one.do, one.at, one.other);
    else if (one.do === 'fetch') tabs[one.tab]!.fetch(note.currentPassages());
    else send(tabs[one.tab]!, one.do !== 'send');
  }
  // Every tab reconnects.
  for (const tab of [...tabs, ...tabs]) send(tab);
}
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

it('loses no word unseen by its deleter, and widens no audience of its source', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, is_spoilers) =>
      play(steps, is_spoilers),
    ),
    propertyRuns(500),
  );
});

describe('a new passage whose writer does not say whence', () => {
  const living = (audiences: readonly AudienceClass[]): NotePassage[] =>
    audiences.map((audience_class, position) => ({
      id: `${position}`,
      position,
      audience_class,
      version: 1,
    }));
  const sent = (id: string, after: string | null | undefined, more: Partial<SentPassage> = {}) => ({
    id,
    written: paragraph(id),
    from: undefined,
    after,
    base_version: undefined,
    ...more,
  });
  function classOf(
    audiences: readonly AudienceClass[],
    save: Partial<Save>,
    is_spoilers = false,
  ): AudienceClass | undefined {
    const state = {
      is_spoilers,
      members: MEMBERS,
      living: living(audiences),
      words: new Map(audiences.map((_, at) => [`${at}`, paragraph(`${at}`)])),
      stood: new Map(),
      sources: new Map(),
    };
    return merge(state, { changes: [], removed: [], ...save }).puts.get('new')?.audience_class;
  }

  it.each([
    ['behind a secret', [null, GM_CLASS, null], '1', GM_CLASS],
    ['between secrets', [GM_CLASS, GM_CLASS], '0', GM_CLASS],
    ['after a passage for chosen players', [null, CHOSEN.mia], '1', CHOSEN.mia],
    ['at the end, where a secret is the last', [null, GM_CLASS], undefined, GM_CLASS],
    ['after a passage for the party', [GM_CLASS, null], '1', null],
    ['at the top', [GM_CLASS], null, null],
    ['in an empty note', [], undefined, null],
  ] as const)('is as narrow as the one above it: %s', (_, audiences, after, expected) => {
    expect(classOf(audiences, { changes: [sent('new', after)] })).toBe(expected);
  });

  it('is GM only after a revealed passage of a Spoilers document', () => {
    expect(classOf([PARTY_CLASS], { changes: [sent('new', '0')] }, true)).toBeNull();
    expect(classOf([CHOSEN.mia], { changes: [sent('new', '0')] }, true)).toBe(GM_CLASS);
  });

  it('takes the audience of the note if its writer names no source', () => {
    const changes = [sent('new', '0', { from: [] })];
    expect(classOf([GM_CLASS], { changes })).toBeNull();
  });

  it('is as narrow after another new passage, and after a secret that the same save removes', () => {
    const both = [sent('new', 'first'), sent('first', '0')];
    expect(classOf([GM_CLASS], { changes: both })).toBe(GM_CLASS);
    const removed = (...ids: string[]) => ids.map((id) => ({ id, base_version: 1 }));
    const changes = [sent('new', '1')];
    expect(classOf([null, GM_CLASS], { changes, removed: removed('1') })).toBe(GM_CLASS);
    expect(classOf([GM_CLASS, null], { changes, removed: removed('1') })).toBe(GM_CLASS);
    expect(classOf([GM_CLASS, null], { changes })).toBeNull();
  });

  it('is as narrow as the passage that it follows in the editor, even with others between, and GM only if that one is unknown', () => {
    const between = [sent('new', '0'), sent('open', '0', { from: [] })];
    expect(classOf([GM_CLASS], { changes: between })).toBe(GM_CLASS);
    expect(classOf([null], { changes: [sent('new', 'gone')] })).toBe(GM_CLASS);
  });
});

describe('a passage that loses words to a passage that conflicts in the same save', () => {
  const changed = (id: string, text: string, base_version: number, from: string[] = []) => ({
    ...{ id, written: paragraph(text), from, after: undefined, base_version },
  });
  const merged = (changes: SentPassage[]) => {
    const living = ['b', 'c'].map((id, position) => ({
      ...{ id, position, audience_class: null, version: 2 },
    }));
    const words = new Map([
      ['b', paragraph('b1 b2')],
      ['c', paragraph('c1 c2')],
    ]);
    const others = { is_spoilers: false, members: MEMBERS, stood: new Map(), sources: new Map() };
    const { puts, clashes } = merge({ ...others, living, words }, { changes, removed: [] });
    return { written: [...puts.keys()], clashes: clashes.toSorted() };
  };

  it.each([
    ['stays', [changed('b', 'b1', 2), changed('c', 'c1 b2', 1, ['b'])], [], ['b', 'c']],
    [
      'is changed, where they stay',
      [changed('b', 'b2 b1 b3', 2), changed('c', 'b2', 1, ['b'])],
      ['b'],
      ['c'],
    ],
    [
      'is changed, where they went nowhere',
      [changed('b', 'b1', 2), changed('c', 'c3', 1)],
      ['b'],
      ['c'],
    ],
    [
      'is changed, where nothing clashes',
      [changed('b', 'b1', 2), changed('c', 'c1 b2', 2, ['b'])],
      ['b', 'c'],
      [],
    ],
  ])('%s', (_, changes, written, clashes) => {
    expect(merged(changes)).toEqual({ written, clashes });
  });
});

describe('a passage that is removed in a save in which the passage joined with it conflicts', () => {
  const of = (id: string, text: string, from: string[] = []): SentPassage => ({
    id,
    written: paragraph(text),
    from,
    after: undefined,
    base_version: 1,
  });
  const save = (removed: string, change: SentPassage) => {
    const texts = new Map([
      ['b', 'b1 b2'],
      ['c', 'c1'],
    ]);
    const living = [...texts.keys()].map((id, position) => ({
      id,
      position,
      audience_class: null,
      version: 1,
    }));
    const words = new Map([...texts].map(([id, text]) => [id, paragraph(text)]));
    return merge(
      {
        is_spoilers: false,
        members: MEMBERS,
        living,
        words,
        stood: new Map(),
        sources: new Map(),
      },
      { changes: [change], removed: [{ id: removed, base_version: 1 }] },
    );
  };

  // Another writer removed `a` meanwhile.
  it.each([
    ['says that it is from there', of('a', 'a1 b', ['b'])],
    ['holds its words, of which it was a copy', of('a', 'a1 b1 b2')],
    ['holds some of them', of('a', 'b1')],
  ])('stays, where what clashes %s', (_, change) => {
    expect(save('b', change)).toMatchObject({ removed: [], clashes: ['a', 'b'] });
  });

  it('is removed when the conflicting passage differs', () => {
    expect(save('c', of('a', 'a1 c10 b1', ['b']))).toMatchObject({
      removed: ['c'],
      clashes: ['a'],
    });
  });
});
