import fc from 'fast-check';
import { GM_CLASS, PARTY_CLASS } from '../passages/audience-class';
import type { StoredPassage } from '../passages/edit-passages';
import type { AudienceClass, Source } from './audiences';
import { merge, type Living, type NoteState, type Save, type SentPassage } from './merge';

// Three writers with two tabs each write in one note: offline for a while, with answers that get lost, and with what is sent
// again. Each word that is written is one of its kind, so that it can be told where it came from and who took it away.

const CHOSEN = { mia: 'class of mia', both: 'class of both' };
const MEMBERS = new Map([
  [CHOSEN.mia, ['mia']],
  [CHOSEN.both, ['mia', 'tom']],
]);
const CLASSES: AudienceClass[] = [null, GM_CLASS, PARTY_CLASS, CHOSEN.mia, CHOSEN.both];
const PLAYERS = ['mia', 'tom', 'ada'];
const TABS = 6;

function readers(of: AudienceClass, is_spoilers: boolean): string[] {
  if (of === null) return is_spoilers ? [] : PLAYERS;
  if (of === PARTY_CLASS) return PLAYERS;
  return MEMBERS.get(of) ?? [];
}

const paragraph = (text: string): StoredPassage => ({
  kind: 'paragraph',
  depth: 0,
  text,
  content: { inlines: [{ text }] },
});
const wordsIn = (text: string): string[] => text.split(' ').filter(Boolean);

/** A save, and what its writer had seen of the passages that it changes or removes. */
interface SentSave {
  save: Save;
  seen: ReadonlyMap<string, string>;
}

interface Answer {
  kept: ReadonlySet<string>;
  clashes: ReadonlySet<string>;
}

/** The note as the service keeps it: all that a save reads and writes, without a database. */
class Note {
  version = 1;
  living: Living[] = [];
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

  textOf = (id: string): string => this.words.get(id)?.text ?? '';

  take({ save, seen }: SentSave): Answer {
    const before = new Map(this.living.map(({ id }) => [id, this.textOf(id)]));
    const allowed = new Map([...this.held].map(([word, ids]) => [word, this.readersOfAny(ids)]));
    const merged = merge(this.state(save), save);
    if (merged.puts.size + merged.narrowed.size + merged.placed.size + merged.removed.length > 0)
      this.version++;
    const old = new Map(this.living.map((one) => [one.id, one]));
    for (const id of merged.removed) {
      const { position, audience_class } = old.get(id)!;
      const source = { audience_class, was_spoilers: this.is_spoilers };
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
    const kept = new Set(save.changes.map(({ id }) => id).filter((id) => !clashes.has(id)));
    const refused = save.changes.filter(({ id }) => clashes.has(id));
    this.checkThatNothingIsLost(before, seen, refused);
    this.checkThatNothingIsShown(allowed);
    // What is told to be saved stands in the note, as it was sent.
    const last = new Map(save.changes.map((one) => [one.id, one.written.text]));
    for (const id of kept)
      if (this.textOf(id) !== last.get(id)) throw new Error(`${id} is kept, and stands otherwise.`);
    for (const { id } of save.removed)
      if (!clashes.has(id) && !kept.has(id) && this.words.has(id))
        throw new Error(`${id} is said to be removed, and stands.`);
    const standing = this.living.filter(({ id }) => this.words.has(id));
    if (standing.length !== this.words.size || standing.length !== this.living.length)
      throw new Error('The order is not of the passages that stand.');
    return { kept, clashes };
  }

  /**
   * Words leave the note by the hand of somebody who had them before their eyes and wants them nowhere, and by no other: what was
   * to be joined to something that clashes stays.
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

  /** Nobody sees a word who saw none of the passages that it stood in. */
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
      .flatMap(({ id, from, after }) => [id, ...from, ...(after ? [after] : [])])
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

let count = 0;
const newWord = () => `w${++count}`;
const newId = () => `id ${++count}`;

/** A browser tab with the note open: what it was told, and what was written in it since. */
class Tab {
  private base = new Map<string, { text: string; version: number }>();
  private texts = new Map<string, string>();
  private order: string[] = [];
  private from = new Map<string, Set<string>>();
  private placed = new Set<string>();
  private removed = new Map<string, string>();
  /** What was sent and not answered: it is sent again, as it was. */
  private waiting: SentSave | undefined;

  constructor(private readonly note: Note) {
    this.fetch();
  }

  /** As an editor does that has nothing to send. */
  fetch(): void {
    if (this.waiting || this.toSend().save.changes.length > 0 || this.removed.size > 0) return;
    this.order = this.note.living.map(({ id }) => id);
    this.base = new Map(
      this.note.living.map(({ id, version }) => [id, { text: this.note.textOf(id), version }]),
    );
    this.texts = new Map([...this.base].map(([id, { text }]) => [id, text]));
  }

  write(what: Writing, at: number, other: number): void {
    const id = this.order[at % Math.max(1, this.order.length)];
    const second = this.order[other % Math.max(1, this.order.length)];
    switch (what) {
      case 'add':
        return this.insert(newId(), newWord(), id ?? null, []);
      case 'type':
        if (id !== undefined) this.texts.set(id, `${this.texts.get(id)} ${newWord()}`);
        return;
      case 'split': {
        if (id === undefined) return;
        const [first = '', ...rest] = wordsIn(this.texts.get(id) ?? '');
        this.texts.set(id, first);
        return this.insert(newId(), rest.join(' '), id, [id]);
      }
      case 'join':
        if (id === undefined || second === undefined || id === second) return;
        this.texts.set(id, `${this.texts.get(id)} ${this.texts.get(second)}`);
        this.takeFrom(id, [second]);
        return this.remove(second);
      case 'copy':
        if (id !== undefined) this.insert(newId(), this.texts.get(id) ?? '', second ?? null, [id]);
        return;
      case 'move':
        if (id === undefined) return;
        this.order = this.order.filter((one) => one !== id);
        this.order.splice(other % (this.order.length + 1), 0, id);
        this.placed.add(id);
        return;
      case 'remove':
        if (id !== undefined) this.remove(id);
        return;
      case 'undo': {
        const [back] = [...this.removed].slice(-1);
        if (!back) return;
        // Under its own id where it is gone by now, under another where somebody else may have changed it.
        this.insert(this.base.has(back[0]) ? newId() : back[0], back[1], null, [back[0]]);
        this.removed.delete(back[0]);
      }
    }
  }

  send({ isAnswerLost }: { isAnswerLost: boolean }): void {
    this.waiting ??= this.toSend();
    const answer = this.note.take(this.waiting);
    if (isAnswerLost) return;
    const { save, seen } = this.waiting;
    this.waiting = undefined;
    const now = new Map(this.note.living.map(({ id, version }) => [id, version]));
    for (const { id, written } of save.changes) {
      if (answer.kept.has(id)) this.base.set(id, { text: written.text, version: now.get(id)! });
      else this.takeTheirs(id);
      this.from.delete(id);
      this.placed.delete(id);
    }
    for (const { id } of save.removed)
      if (answer.clashes.has(id)) this.takeTheirs(id);
      else this.base.delete(id);
    for (const id of seen.keys()) if (!this.base.has(id)) this.removed.delete(id);
  }

  /** What its writer had is shown to them beside it. */
  private takeTheirs(id: string): void {
    const theirs = this.note.living.find((one) => one.id === id);
    this.removed.delete(id);
    if (!theirs) {
      this.base.delete(id);
      this.texts.delete(id);
      this.order = this.order.filter((one) => one !== id);
      return;
    }
    const text = this.note.textOf(id);
    this.base.set(id, { text, version: theirs.version });
    this.texts.set(id, text);
    if (!this.order.includes(id)) this.order.push(id);
  }

  private insert(id: string, text: string, after: string | null, from: readonly string[]): void {
    this.order.splice(after === null ? 0 : this.order.indexOf(after) + 1, 0, id);
    this.texts.set(id, text);
    this.placed.add(id);
    this.takeFrom(id, from);
  }

  private remove(id: string): void {
    this.order = this.order.filter((one) => one !== id);
    if (this.base.has(id)) this.removed.set(id, this.texts.get(id) ?? '');
    this.texts.delete(id);
    this.placed.delete(id);
  }

  /** What comes from a new passage comes from where that comes from, too: it may never be sent. */
  private takeFrom(id: string, from: readonly string[]): void {
    const all = from.flatMap((one) => [one, ...(this.from.get(one) ?? [])]);
    this.from.set(id, new Set([...(this.from.get(id) ?? []), ...all].filter((one) => one !== id)));
  }

  private toSend(): SentSave {
    const changes = this.order.flatMap((id, at): SentPassage[] => {
      const base = this.base.get(id);
      const text = this.texts.get(id) ?? '';
      if (base?.text === text && !this.placed.has(id)) return [];
      return [
        {
          id,
          written: paragraph(text),
          from: [...(this.from.get(id) ?? [])],
          after: this.placed.has(id) ? (this.order[at - 1] ?? null) : undefined,
          base_version: base?.version,
        },
      ];
    });
    const removed = [...this.removed.keys()].flatMap((id) => {
      const base = this.base.get(id);
      return base && !this.texts.has(id) ? [{ id, base_version: base.version }] : [];
    });
    const seen = [...changes, ...removed].flatMap(({ id }) => {
      const base = this.base.get(id);
      return base ? [[id, base.text] as const] : [];
    });
    return { save: { changes, removed }, seen: new Map(seen) };
  }
}

const WRITING = ['add', 'type', 'split', 'join', 'copy', 'move', 'remove', 'undo'] as const;
type Writing = (typeof WRITING)[number];

const place = fc.nat(7);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      tab: fc.nat(TABS - 1),
      do: fc.constantFrom(...WRITING),
      at: place,
      other: place,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      tab: fc.nat(TABS - 1),
      do: fc.constantFrom('send', 'send, and its answer is lost', 'fetch'),
    }),
  },
  fc.record({ do: fc.constant('set an audience'), at: place, to: fc.constantFrom(...CLASSES) }),
);

/** Plays it. @throws where a word is lost, or shown to somebody who did not see where it comes from */
function play(steps: readonly Step[], is_spoilers: boolean): void {
  const note = new Note(is_spoilers, ['a1 a2', 'b1 b2', 'c1', 'd1 d2']);
  const tabs = Array.from({ length: TABS }, () => new Tab(note));
  for (const one of steps) {
    if (!('tab' in one)) note.setAudience(one.at, one.to);
    else if ('at' in one) tabs[one.tab]!.write(one.do, one.at, one.other);
    else if (one.do === 'fetch') tabs[one.tab]!.fetch();
    else tabs[one.tab]!.send({ isAnswerLost: one.do !== 'send' });
  }
  // All come online again.
  for (const tab of [...tabs, ...tabs]) tab.send({ isAnswerLost: false });
}
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

it('loses no word that its deleter had not seen, and shows none to more people than where it comes from', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, is_spoilers) =>
      play(steps, is_spoilers),
    ),
    { numRuns: 300 },
  );
});
