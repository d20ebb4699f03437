import { randomUUID } from 'node:crypto';
import type { Change, ChangesAnswer, PassageKind } from '@tomekeeper/contracts-document';

export interface WrittenPassage {
  id: string;
  document: string;
  position: number;
  kind: PassageKind;
  level?: number;
  text: string;
  page?: number;
  audience?: string;
  number: number;
}

export interface WrittenDocument {
  id: string;
  name: string;
  audience: 'gm' | 'party';
  forGms: boolean;
  isTextShown: boolean;
  publicTitle?: string;
  /** Titles for chosen players, by membership. */
  titles: Record<string, string>;
  /** Start of visibility of parts of a spoiler, by membership or `party`. */
  seenSince: Record<string, string>;
  kind: 'file' | 'note';
  tags: string[];
  /** The source of a handout with its own id. */
  source?: string | undefined;
  createdAt: string;
  shownSince: string;
  state: 'here' | 'trashed' | 'gone';
  number: number;
}

/** A passage: text with `# ` before headings. */
export type NewPassage = string | NewPassageRow;

interface NewPassageRow {
  id?: string;
  text: string;
  audience?: string | undefined;
  /** Otherwise `# ` in the text marks headings. */
  kind?: PassageKind;
  level?: number;
}

export interface NewDocument {
  id?: string;
  name: string;
  spoilers?: boolean;
  /** Of a player's note: only GMs and its author read it. */
  forGms?: boolean;
  lines: NewPassage[];
  at?: string;
  kind?: 'file' | 'note';
  tags?: string[];
  source?: string;
}

const NOW = '2026-11-01T10:00:00.000Z';

/** Documents of a campaign, with the rules and the change feed of the document service. */
export class ScriptedCampaign {
  private last = 0;
  private readonly restricted = { gm: 0, party: 0 };
  private readonly documents = new Map<string, WrittenDocument>();
  private readonly passages = new Map<string, WrittenPassage>();
  private readonly goners = new Map<string, { document: string; number: number }>();
  private readonly chosen = new Map<
    string,
    { memberships: readonly string[]; restricted: number }
  >();
  /** Ids of passages that players ever saw. */
  private readonly onceSeen = new Set<string>();
  /** Times at which passages became visible, other than those of their documents. */
  private readonly revealedAt = new Map<string, string>();
  private forgottenTo = 0;
  private readonly sharedTags = new Set<string>();
  /** Rows of one answer. */
  page = 500;

  constructor(private readonly newId: () => string = randomUUID) {}

  add({
    id = this.newId(),
    name,
    spoilers = false,
    forGms = false,
    lines,
    at = NOW,
    kind = 'note',
    tags = [],
    source,
  }: NewDocument): string {
    const number = this.next();
    this.documents.set(id, {
      id,
      name,
      audience: spoilers ? 'gm' : 'party',
      isTextShown: true,
      createdAt: at,
      shownSince: at,
      state: 'here',
      titles: {},
      seenSince: {},
      kind,
      tags,
      source,
      forGms,
      number,
    });
    for (const line of lines) this.append(id, line, number);
    return id;
  }

  /** @returns the passage's id */
  write(document: string, line: NewPassage, audience?: string): string {
    return this.append(document, line, this.touch(document), audience);
  }

  edit(passage: string, text: string): void {
    const one = this.passageOf(passage);
    Object.assign(one, {
      text: text.replace(/^#+ /, ''),
      number: this.touch(one.document, this.isSeen(one) ? 'party' : 'gm'),
    });
  }

  remove(passage: string): void {
    const one = this.passageOf(passage);
    const number = this.touch(one.document, this.isSeen(one) ? 'party' : 'gm');
    this.passages.delete(passage);
    this.goners.set(passage, { document: one.document, number });
  }

  /** @param named title for new viewers, and the time since which they see the passage */
  setAudience(passage: string, audience: string | undefined, publicTitle?: string, at = NOW): void {
    const one = this.passageOf(passage);
    const document = this.documentOf(one.document);
    if (publicTitle !== undefined) {
      document.publicTitle = publicTitle;
      if (audience === 'party') document.titles = { party: publicTitle };
      for (const reader of this.chosen.get(audience ?? '')?.memberships ?? [])
        document.titles[reader] = publicTitle;
    }
    const before = this.chosen.get(one.audience ?? '');
    one.number = this.touch(one.document, before ? 'gm' : 'party');
    if (before) before.restricted = one.number;
    if (audience === undefined) delete one.audience;
    else one.audience = audience;
    this.settleReaders(document, at);
  }

  /** Sets the time at which a passage became visible to its players. */
  revealAt(passage: string, at: string): void {
    this.revealedAt.set(passage, at);
  }

  /** Response of the document service to a query for times of visibility. */
  visibleSince(asked: URLSearchParams): { passages: { id: string; at: string }[] } {
    const [from, until] = [asked.get('from'), asked.get('until')];
    const named = asked.get('passages')?.split(',');
    const membership = asked.get('membership') ?? '';
    const passages = [...this.passages.values()]
      .filter(({ document }) => this.documentOf(document).state === 'here')
      .filter((one) => {
        if (asked.get('role') === 'gm') return this.isSeen(one);
        const chosen = this.chosen.get(one.audience ?? '')?.memberships;
        return chosen ? chosen.includes(membership) : this.isSeen(one);
      })
      .map(({ id, document, position }) => {
        const at = this.revealedAt.get(id) ?? this.documentOf(document).shownSince;
        return { id, at, position };
      })
      .filter(({ id, at }) =>
        named ? named.includes(id) : at >= (from ?? '') && (until === null || at < until),
      )
      .sort((a, b) => (a.at === b.at ? a.position - b.position : a.at < b.at ? -1 : 1))
      .map(({ id, at }) => ({ id, at }));
    return { passages };
  }

  /** Sets the title for one player. */
  setTitle(document: string, membership: string, title: string): void {
    this.documentOf(document).titles[membership] = title;
    this.touch(document, 'party');
  }

  /** As all players, or chosen ones, begin to see something of a spoiler, or see nothing of it any longer. */
  private settleReaders(document: WrittenDocument, at: string): void {
    if (document.audience === 'party') return;
    const seen = this.textsOf(document.id).flatMap(({ audience }) =>
      audience === 'party' ? ['party'] : (this.chosen.get(audience ?? '')?.memberships ?? []),
    );
    const before = document.seenSince;
    const stays = seen.includes('party') ? Object.keys(before) : [];
    document.seenSince = Object.fromEntries(
      [...stays, ...seen].map((reader) => [reader, before[reader] ?? before.party ?? at]),
    );
  }

  shareTag(tag: string, isShared = true): void {
    if (isShared) this.sharedTags.add(tag);
    else this.sharedTags.delete(tag);
  }

  /** Public documents with a shared tag, without nested tags. */
  inSharedFolder(tag: string): string[] {
    return [...this.documents.values()]
      .filter(
        ({ state, audience, tags }) =>
          state === 'here' && audience === 'party' && tags.includes(tag),
      )
      .flatMap(({ id }) => (this.sharedTags.has(tag) ? [id] : []));
  }

  /** A set of chosen players. @returns its id, an audience */
  choose(...memberships: string[]): string {
    const id = randomUUID();
    this.chosen.set(id, { memberships, restricted: 0 });
    return id;
  }

  hide(document: string): void {
    for (const one of this.textsOf(document))
      if (one.audience === 'party') delete one.audience;
      else if (one.audience !== undefined) one.audience = 'gm';
    const number = this.next('party');
    for (const one of this.textsOf(document)) one.number = number;
    Object.assign(this.documentOf(document), { audience: 'gm', seenSince: {}, number });
  }

  reveal(document: string): void {
    Object.assign(this.documentOf(document), { audience: 'party', number: this.next() });
  }

  /** Changes who reads a player's note that others read. */
  setForGms(document: string, forGms: boolean): void {
    Object.assign(this.documentOf(document), { forGms, number: this.next('party') });
  }

  /** Whether others have notes to read in a notebook. */
  notesFor(readers: 'gms' | 'party'): 'gms' | 'party' | undefined {
    const isRead = [...this.documents.values()].some(
      ({ state, audience, forGms }) =>
        state === 'here' && audience === 'party' && (readers === 'gms' || !forGms),
    );
    return isRead ? readers : undefined;
  }

  rename(document: string, name: string): void {
    Object.assign(this.documentOf(document), { name, number: this.next('party') });
  }

  trash(document: string): void {
    Object.assign(this.documentOf(document), {
      state: 'trashed',
      seenSince: {},
      number: this.next('party'),
    });
  }

  restore(document: string): void {
    const one = Object.assign(this.documentOf(document), { state: 'here', number: this.next() });
    this.settleReaders(one, NOW);
  }

  delete(document: string): void {
    Object.assign(this.documentOf(document), { state: 'gone', number: this.next('party') });
    for (const [id, one] of this.passages) if (one.document === document) this.passages.delete(id);
  }

  /** Prunes tombstones, as after thirty days. */
  pruneFeed(): void {
    this.goners.clear();
    this.forgottenTo = this.last;
  }

  textsOf(document: string): WrittenPassage[] {
    return [...this.passages.values()].filter((one) => one.document === document);
  }

  textOf(passage: string): string {
    return this.passageOf(passage).text;
  }

  /** Whether anything ever was in it: before that there is no feed. */
  get isBegun(): boolean {
    return this.last > 0;
  }

  get numbers() {
    return { last: this.last, restricting: { ...this.restricted } };
  }

  numbersOf(membership: string) {
    const own = [...this.chosen].filter(([, { memberships }]) => memberships.includes(membership));
    const { gm, party } = this.restricted;
    const restricting = {
      gm,
      party: Math.max(party, ...own.map(([, { restricted }]) => restricted)),
      classes: own.map(([id]) => id),
    };
    return { ...this.numbers, restricting };
  }

  /** Whether a player, or without a membership the party, sees any document. */
  isSeenBy(membership: string | null): boolean {
    return [...this.documents.values()].some(
      ({ state, audience, seenSince }) =>
        state === 'here' &&
        (audience === 'party' ||
          'party' in seenSince ||
          (membership !== null && membership in seenSince)),
    );
  }

  changes(after: string, only?: string | null): ChangesAnswer {
    this.noteSeen();
    const [number = '0', rank = '9', id = ''] = after.split('.');
    if (
      Number(number) > this.last ||
      (Number(number) > 0 && Number(number) < this.forgottenTo && !after.includes('.'))
    )
      return { ...this.numbers, changes: [], reached: 0, next: '0', more: true, restart: true };
    const place = [Number(number), Number(rank), id] as const;
    const rows = this.rows().filter(
      ({ place: at, change }) =>
        isAfter(at, place) &&
        (only !== 'seen' || 'state' in change || this.onceSeen.has(idOf(change))),
    );
    const given = rows.slice(0, this.page);
    const more = rows.length > given.length;
    const end = given.at(-1)?.place;
    return {
      ...this.numbers,
      changes: given.map((row) => row.change),
      reached: more && end ? end[0] - 1 : this.last,
      next: more && end ? `${end.join('.')}.0` : String(this.last),
      more,
      restart: false,
    };
  }

  private rows(): { place: readonly [number, number, string]; change: Change }[] {
    const documents = [...this.documents.values()].map((one) => ({
      place: [one.number, 0, one.id] as const,
      change: {
        number: one.number,
        document: one.id,
        state: one.state,
        ...(one.state === 'here' && {
          name: one.name,
          audience: one.audience,
          text_audience:
            one.audience === 'party' && one.isTextShown ? ('party' as const) : ('gm' as const),
          kind: one.kind,
          tags: one.tags,
          ...(one.source !== undefined && { source: one.source }),
          ...(Object.keys(one.seenSince).length > 0 && { seen_since: one.seenSince }),
          created_at: one.createdAt,
          ...(one.audience === 'party' && { shown_since: one.shownSince }),
          ...(one.forGms && { for_gms: true as const }),
          ...(one.audience === 'gm' &&
            one.publicTitle !== undefined &&
            Object.keys(one.seenSince).length > 0 && {
              public_title: one.publicTitle,
              titles: one.titles,
            }),
        }),
      },
    }));
    const passages = [...this.passages.values()].map(({ id, ...one }) => ({
      place: [one.number, 1, id] as const,
      change: { ...one, passage: id, depth: 0 },
    }));
    const gone = [...this.goners].map(([id, one]) => ({
      place: [one.number, 2, id] as const,
      change: { number: one.number, gone_passage: id, document: one.document },
    }));
    return [...documents, ...passages, ...gone].sort((a, b) =>
      isAfter(a.place, b.place) ? 1 : -1,
    );
  }

  private append(document: string, given: NewPassage, number: number, own?: string): string {
    const row: NewPassageRow = typeof given === 'string' ? { text: given } : given;
    const { id = this.newId(), text: line, audience = own, kind, level } = row;
    const hashes = kind === undefined ? /^(#+) /.exec(line)?.[1] : undefined;
    this.passages.set(id, {
      id,
      document,
      position: Math.max(0, ...this.textsOf(document).map(({ position }) => position)) + 1024,
      kind: kind ?? (hashes ? 'heading' : 'paragraph'),
      ...(hashes && { level: hashes.length }),
      ...(level !== undefined && { level }),
      text: hashes ? line.slice(hashes.length + 1) : line,
      ...(audience !== undefined && { audience }),
      number,
    });
    return id;
  }

  private isSeen({ document, audience }: WrittenPassage): boolean {
    return (
      audience !== 'gm' &&
      (audience !== undefined || this.documentOf(document).audience === 'party')
    );
  }

  private touch(document: string, from?: 'gm' | 'party'): number {
    const number = this.next(from);
    this.documentOf(document).number = number;
    return number;
  }

  private noteSeen(): void {
    for (const one of this.passages.values()) if (this.isSeen(one)) this.onceSeen.add(one.id);
  }

  private next(from?: 'gm' | 'party'): number {
    this.noteSeen();
    this.last += 1;
    if (from) this.restricted.gm = this.last;
    if (from === 'party') this.restricted.party = this.last;
    return this.last;
  }

  private documentOf(id: string): WrittenDocument {
    const found = this.documents.get(id);
    if (!found) throw new Error('There is no such document.');
    return found;
  }

  private passageOf(id: string): WrittenPassage {
    const found = this.passages.get(id);
    if (!found) throw new Error('There is no such passage.');
    return found;
  }
}

const idOf = (change: Exclude<Change, { state: string }>): string =>
  'passage' in change ? change.passage : change.gone_passage;

function isAfter(
  [number, rank, id]: readonly [number, number, string],
  [otherNumber, otherRank, otherId]: readonly [number, number, string],
): boolean {
  if (number !== otherNumber) return number > otherNumber;
  return rank === otherRank ? id > otherId : rank > otherRank;
}
