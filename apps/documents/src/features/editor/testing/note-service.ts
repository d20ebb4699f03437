import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import type { EditedPassage, Editing, NotesApi, Saved } from '../saving/notes-api';

type Change = SavePassagesRequest['changes'][number];

/** Audience class of notes/merge.ts; null inherits the audience of the note, which is Public. */
type AudienceClass = string | null;
interface Stored extends Pick<Change, 'kind' | 'depth' | 'level' | 'content'> {
  text: string;
}
interface Living {
  id: string;
  position: number;
  audience_class: AudienceClass;
  version: number;
}
interface Source {
  audience_class: AudienceClass;
  was_spoilers: boolean;
  isOwn: boolean;
}
interface Merged {
  order: string[];
  puts: ReadonlyMap<string, { written: Stored; audience_class: AudienceClass }>;
  narrowed: ReadonlyMap<string, AudienceClass>;
  removed: readonly string[];
  clashes: readonly string[];
}

/** Functions of the document service, bundled from its source. */
export interface NoteRules {
  merge: (state: object, save: object) => Merged;
  seenAudience: (choice: unknown, players: readonly never[]) => object;
  gmClass: string;
}

/** In-memory document service for one Public note, with the real merge rule. */
export class NoteService {
  private version = 1;
  private living: Living[];
  private readonly words = new Map<string, Stored>();
  /** Replaced and removed passages by id and version. */
  private readonly past = new Map<string, { written: Stored; audience_class: AudienceClass }>();
  private readonly widened = new Set<string>();
  private readonly gone = new Map<string, { position: number; source: Source }>();

  constructor(
    passages: readonly EditedPassage[],
    private readonly rules: NoteRules,
  ) {
    this.living = passages.map(({ id, audience }, position) => ({
      id,
      position,
      audience_class: audience === 'gm' ? rules.gmClass : null,
      version: 1,
    }));
    for (const { id, kind, depth, level, content, text } of passages)
      this.words.set(id, { kind, depth, ...(level !== undefined && { level }), content, text });
  }

  readonly api = {
    editing: (since?: number) => Promise.resolve(this.editing(since)),
    save: (body: SavePassagesRequest) => Promise.resolve(this.save(body)),
  } as Partial<NotesApi> as NotesApi;

  /** Texts of the passages that players can read. */
  playersText(): string[] {
    return this.living
      .filter(({ audience_class }) => audience_class !== this.rules.gmClass)
      .map(({ id }) => this.words.get(id)?.text ?? '');
  }

  private editing(since = 0): Editing {
    const passages = this.living.map(({ id, audience_class, version }): EditedPassage => {
      const isHidden = audience_class === this.rules.gmClass;
      const audience = isHidden ? 'gm' : 'party';
      const own = isHidden && { own_audience: true as const };
      return { ...this.words.get(id)!, id, version, audience, ...own };
    });
    return {
      title: 'Mill',
      version: this.version,
      passages: passages.filter(({ version }) => version > since),
      places: passages,
    };
  }

  private save({ changes, removed }: SavePassagesRequest): Saved {
    const sent = changes.map((one) => ({
      ...one,
      from: one.from,
      after: one.after,
      base_version: one.base_version,
      written: storedOf(one),
      seen: one.seen_by && this.rules.seenAudience(one.seen_by, []),
    }));
    const lives = new Set(this.living.map(({ id }) => id));
    const state = {
      is_spoilers: false,
      members: new Map(),
      living: this.living,
      words: this.words,
      undone: new Map(
        changes.flatMap(({ id, undo_to }) => {
          const before = this.past.get(`${id} ${undo_to}`);
          return before ? [[id, before] as const] : [];
        }),
      ),
      widened: this.widened,
      stood: new Map([...this.gone].map(([id, { position }]) => [id, position])),
      sources: new Map(
        [...this.gone].filter(([id]) => !lives.has(id)).map(([id, { source }]) => [id, source]),
      ),
    };
    const merged = this.rules.merge(state, { changes: sent, removed });
    this.version++;
    this.take(merged);
    const versions = new Map(this.living.map(({ id, version }) => [id, version]));
    const clashes = new Set(merged.clashes);
    const kept = changes.flatMap(({ id }) =>
      clashes.has(id) ? [] : [{ id, version: versions.get(id) ?? this.version }],
    );
    return { kept, clashes: merged.clashes.map((id) => ({ id })), version: this.version };
  }

  private take({ order, puts, narrowed, removed }: Merged): void {
    const before = new Map(this.living.map((one) => [one.id, one]));
    for (const { id, version, audience_class } of this.living) {
      if (!puts.has(id) && !removed.includes(id)) continue;
      this.past.set(`${id} ${version}`, { written: this.words.get(id)!, audience_class });
      const isWidened = audience_class !== null && puts.get(id)?.audience_class === null;
      if (isWidened) this.widened.add(id);
    }
    for (const id of removed) {
      const { position, audience_class } = before.get(id)!;
      const source = { audience_class, was_spoilers: false, isOwn: true };
      this.gone.set(id, { position, source });
      this.words.delete(id);
    }
    for (const [id, { written }] of puts) {
      this.gone.delete(id);
      this.words.set(id, written);
    }
    this.living = order.map((id, position) => {
      const put = puts.get(id);
      const old = before.get(id)!;
      if (put) return { id, position, audience_class: put.audience_class, version: this.version };
      const audience_class = narrowed.has(id) ? narrowed.get(id)! : old.audience_class;
      return { ...old, position, audience_class };
    });
  }
}

const wordsOf = (inlines: readonly { text: string }[] = []): string =>
  inlines.map(({ text }) => text).join('');

function storedOf({ kind, depth, level, content }: Change): Stored {
  const rows = (of: typeof content.rows = []) =>
    of.map((row) => row.map(wordsOf).join('\t')).join('\n');
  const blocks = content.blocks?.map((one) => (one.rows ? rows(one.rows) : wordsOf(one.inlines)));
  const text = content.rows ? rows(content.rows) : (blocks?.join('\n') ?? wordsOf(content.inlines));
  return { kind, depth, ...(level !== undefined && { level }), content, text };
}
