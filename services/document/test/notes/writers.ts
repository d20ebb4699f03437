import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Save, SentPassage } from '../../src/notes/saving/merge';
import type { StoredPassage } from '../../src/passages/editing/edit-passages';

// Writers of one note, each with two tabs. Every written word is unique, so that its source and its removal can be
// traced.

export const TABS = 6;

export const paragraph = (text: string): StoredPassage => ({
  kind: 'paragraph',
  depth: 0,
  text,
  content: { inlines: [{ text }] },
});
export const wordsIn = (text: string): string[] => text.split(' ').filter(Boolean);

/** Server state of a passage as a tab knows it. */
export interface CurrentPassage {
  id: string;
  text: string;
  version: number;
}

/** A save, and the state that its writer saw of the passages it changes or removes. */
export interface SentSave {
  save: Save;
  seen: ReadonlyMap<string, string>;
}

export interface Answer {
  /** With the version of each. */
  kept: ReadonlyMap<string, number>;
  clashes: ReadonlySet<string>;
}

let count = 0;
const newWord = () => `w${++count}`;
const newId = (): string => randomUUID();

/** A browser tab with the note open: the last server state and the local changes since. */
export class Tab {
  private base = new Map<string, { text: string; version: number }>();
  private texts = new Map<string, string>();
  private order: string[] = [];
  private from = new Map<string, Set<string>>();
  private placed = new Set<string>();
  private removed = new Map<string, string>();
  /** The save without a response yet; it is sent again unchanged. */
  private waiting: SentSave | undefined;

  /** As an editor does that has nothing to send. */
  fetch(currentPassages: readonly CurrentPassage[]): void {
    if (this.waiting || this.toSend().save.changes.length > 0 || this.removed.size > 0) return;
    this.order = currentPassages.map(({ id }) => id);
    this.base = new Map(currentPassages.map(({ id, text, version }) => [id, { text, version }]));
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
        // Keeps its id if the passage was deleted, and gets another if a concurrent writer may have changed it.
        this.insert(this.base.has(back[0]) ? newId() : back[0], back[1], null, [back[0]]);
        this.removed.delete(back[0]);
      }
    }
  }

  /** The next save; the same one until a response arrives. */
  next(): SentSave {
    this.waiting ??= this.toSend();
    return this.waiting;
  }

  /** Applies the response to a save. */
  answered(answer: Answer, currentPassages: readonly CurrentPassage[]): void {
    if (!this.waiting) return;
    const { save, seen } = this.waiting;
    this.waiting = undefined;
    const now = new Map(currentPassages.map((one) => [one.id, one]));
    for (const { id, written, after } of save.changes) {
      const version = answer.kept.get(id);
      if (version !== undefined) this.base.set(id, { text: written.text, version });
      else this.takeTheirs(id, now.get(id));
      // Changes and moves since the save are sent with their source and place.
      if (this.texts.get(id) === this.base.get(id)?.text) this.from.delete(id);
      if (version === undefined || this.isBehind(id, after)) this.placed.delete(id);
    }
    for (const { id } of save.removed)
      if (answer.clashes.has(id)) this.takeTheirs(id, now.get(id));
      else this.base.delete(id);
    for (const id of seen.keys()) if (!this.base.has(id)) this.removed.delete(id);
  }

  private isBehind(id: string, after: string | null | undefined): boolean {
    return (this.order[this.order.indexOf(id) - 1] ?? null) === after;
  }

  /** Keeps the writer's version next to the remote one. */
  private takeTheirs(id: string, theirs: CurrentPassage | undefined): void {
    this.removed.delete(id);
    if (!theirs) {
      this.base.delete(id);
      this.texts.delete(id);
      this.order = this.order.filter((one) => one !== id);
      return;
    }
    const { text, version } = theirs;
    this.base.set(id, { text, version });
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

  /** Text from a new passage has the sources of that passage too, because the passage may never be sent. */
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

export const place = fc.nat(7);
const tab = fc.nat(TABS - 1);
export const writing = fc.record({
  tab,
  do: fc.constantFrom(...WRITING),
  at: place,
  other: place,
});
export const sending = fc.record({
  tab,
  do: fc.constantFrom('send', 'send, and its answer is lost', 'fetch'),
});
