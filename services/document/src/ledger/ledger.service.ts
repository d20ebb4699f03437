import { Injectable } from '@nestjs/common';
import {
  type KnownDocument,
  type LedgerAnswer,
  type LedgerEntry,
  type LedgerQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { invalidField } from '../model/document.errors';
import { visibleDocuments } from '../access/visible-documents';
import { CampaignMemberships, type Player, type Scope } from '../memberships/campaign-memberships';
import { openingsOf } from '../news/read-marks';
import { importedEntries } from './imported-entries';
import { firstVisibleNow, visibleNow } from './visible-now';
import { firstVisibleAt, visibleAt } from './visible-at';
import { firstOfEntries, undoableEntries } from './entry-passages';
import {
  ledgerEntries,
  numberOf,
  publicTitles,
  sourcesOf,
  type Entry,
  titlesOf,
} from './ledger-entries';

/** The part of a list that a request wants. */
interface Range {
  after: string | undefined;
  limit: number;
}

/** Returns ledger entries and the visibility history of players to GMs. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  async read(user: string, campaign: string, query: LedgerQuery): Promise<LedgerAnswer> {
    await this.memberships.requireGm(campaign, user, 'read its ledger');
    const { player, as_of, after, limit } = query;
    const range = { after, limit };
    if (player === undefined) {
      if (as_of !== undefined) throw asOfWhom();
      if (query.imported !== undefined) return this.imported(campaign, query);
      return this.entries(campaign, query);
    }
    for (const field of ENTRY_FIELDS) if (query[field] !== undefined) throw entriesOnly(field);
    const whom = await this.memberships.scopeAs(player, campaign, user);
    return as_of === undefined
      ? this.visibleNow(campaign, whom, range)
      : this.visibleAt(campaign, { whom, at: new Date(as_of) }, range);
  }

  /** How the ledger refers to documents: to handouts with their own ids by their sources. */
  private async handoutsAmong(documents: readonly string[]) {
    const sources = await sourcesOf(this.uow, documents);
    const sourceOf = (id: string) => sources.get(id) ?? id;
    const referTo = (id: string) => ({
      document: sourceOf(id),
      ...labelled('handout', sources.has(id) ? id : undefined),
    });
    return { sourceOf, referTo };
  }

  private async numberAfter(campaign: string, after: string | undefined) {
    if (after === undefined) return undefined;
    const number = await numberOf(this.uow, campaign, after);
    if (number === undefined) throw unknownAfter();
    return number;
  }

  private async entries(campaign: string, query: LedgerQuery): Promise<LedgerAnswer> {
    const { limit, from, until, order = 'newest' } = query;
    const after = await this.numberAfter(campaign, query.after);
    const found = await ledgerEntries(this.uow, campaign, {
      ...{ after, limit, order },
      from: dateOf(from),
      until: dateOf(until),
    });
    const page = found.slice(0, limit);
    const ids = page.map(({ id }) => id);
    const documents = [...new Set(page.map(({ document }) => document))];
    const sources = [...new Set(page.map(({ document, source }) => source ?? document))];
    const openings = await openingsOf(this.uow, ids);
    // Skips the call to the campaign service if no entry has names.
    const names = openings.length > 0 || page.some(({ memberships }) => memberships !== null);
    const [titles, told, first, takeable, members] = await Promise.all([
      titlesOf(this.uow, campaign, sources),
      publicTitles(this.uow, documents),
      firstOfEntries(this.uow, ids),
      undoableEntries(this.uow, ids),
      names ? this.memberships.membersOf(campaign) : [],
    ]);
    const players = members.filter(({ role }) => role === 'player');
    const userOf = new Map(members.map(({ membership, user }) => [membership, user]));
    const openedOf = (id: string) =>
      openings.flatMap(({ entry, membership, at }) => {
        const player = entry === id ? userOf.get(membership) : undefined;
        return player === undefined ? [] : [{ player, at: at.toISOString() }];
      });
    const entries = page.map((entry): LedgerEntry => ({
      ...asTold(entry, players),
      ...withOpenings(openedOf(entry.id)),
      ...labelled('title', titles.get(entry.source ?? entry.document)),
      ...labelled('public_title', told.get(entry.document)),
      // With no passage it is the title for players that was changed.
      ...((entry.passages > 0 || !entry.is_of_document) && {
        passages: { count: entry.passages, first: first.get(entry.id) ?? [] },
        ...(entry.is_of_document && { of_document: true as const }),
      }),
      can_take_back: takeable.has(entry.id),
    }));
    const last = page.at(-1);
    return { entries, ...(found.length > page.length && last && { next: last.id }) };
  }

  /** Entries of imported archives. */
  private async imported(
    campaign: string,
    { after, limit, order = 'newest' }: LedgerQuery,
  ): Promise<LedgerAnswer> {
    const found = await importedEntries(this.uow, campaign, { after, limit: limit + 1, order });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      imported: page.map(({ id, at, act, audience, by, document, title, players, passages }) => ({
        ...{ id, act, audience, at: at.toISOString() },
        ...labelled('by', by ?? undefined),
        ...labelled('document', document ?? undefined),
        ...labelled('title', title ?? undefined),
        ...(players && { players }),
        ...(passages !== null && { passages }),
      })),
      ...(found.length > limit && last && { next: last.id }),
    };
  }

  /** Documents that a player, or the whole party, sees now. */
  private async visibleNow(campaign: string, whom: Scope, range: Range): Promise<LedgerAnswer> {
    const seen = await visibleDocuments(this.uow, whom);
    const { page, next } = pageOf(seen, range);
    const ids = page.map(({ id }) => id);
    const { sourceOf, referTo } = await this.handoutsAmong(ids);
    const [titles, parts, first] = await Promise.all([
      titlesOf(this.uow, campaign, ids.map(sourceOf)),
      visibleNow(this.uow, whom, ids),
      firstVisibleNow(this.uow, whom, ids),
    ]);
    const partOf = new Map(parts.map((one) => [one.document, one]));
    const known = page.map(({ id, original_filename, created_at, has_file }): KnownDocument => {
      const part = partOf.get(id);
      const title = titles.get(sourceOf(id)) ?? original_filename;
      return {
        ...referTo(id),
        title,
        ...labelled('public_title', original_filename === title ? undefined : original_filename),
        since: created_at.toISOString(),
        whole: part !== undefined && part.all_text && (has_file || part.is_note),
        passages: { count: part?.passages ?? 0, first: first.get(id) ?? [] },
      };
    });
    return { known, ...labelled('next', next) };
  }

  /** Documents that a player or the party saw at a point in time. */
  private async visibleAt(
    campaign: string,
    { whom, at }: { whom: Scope; at: Date },
    range: Range,
  ): Promise<LedgerAnswer> {
    const knowing = { campaign, memberships: whom.memberships ?? [], at };
    const { page, next } = pageOf(await visibleAt(this.uow, knowing), range);
    const ids = page.map(({ id }) => id);
    const { sourceOf, referTo } = await this.handoutsAmong(ids);
    const [titles, told, first] = await Promise.all([
      titlesOf(this.uow, campaign, ids.map(sourceOf)),
      publicTitles(this.uow, ids),
      firstVisibleAt(this.uow, knowing, ids),
    ]);
    const known = page.map(({ id, is_public, since, whole, passages }): KnownDocument => ({
      ...referTo(id),
      title: titles.get(sourceOf(id)) ?? '',
      ...labelled('public_title', is_public ? undefined : told.get(id)),
      since: since.toISOString(),
      whole,
      passages: { count: passages, first: first.get(id) ?? [] },
    }));
    return { known, ...labelled('next', next) };
  }
}

function asTold(
  { id, at, act, actor, document, source, audience, memberships }: Entry,
  players: readonly Player[],
): Omit<LedgerEntry, 'can_take_back'> {
  return {
    id,
    at: at.toISOString(),
    act,
    ...(actor !== null && { by: actor }),
    document: source ?? document,
    ...(source !== null && { handout: document }),
    audience,
    ...(memberships && {
      players: players.flatMap(({ user, membership }) =>
        memberships.includes(membership) ? [user] : [],
      ),
    }),
  };
}

const withOpenings = (opened: NonNullable<LedgerEntry['opened']>) =>
  opened.length === 0 ? {} : { opened };

const labelled = <Name extends string>(name: Name, value: string | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, string>);

const unknownAfter = () =>
  invalidField('after', 'The list has no such entry any longer. Begin again without after.');

/** One page of a list. */
function pageOf<Listed extends { id: string }>(
  all: readonly Listed[],
  { after, limit }: Range,
): { page: Listed[]; next: string | undefined } {
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after.toLowerCase());
  if (after !== undefined && at < 0) throw unknownAfter();
  const page = all.slice(at + 1, at + 1 + limit);
  return { page, next: at + 1 + page.length < all.length ? page.at(-1)?.id : undefined };
}

const dateOf = (moment: string | undefined) =>
  moment === undefined ? undefined : new Date(moment);

/** Parameters of the list of entries. */
const ENTRY_FIELDS = ['from', 'until', 'order', 'imported'] as const;

const entriesOnly = (field: (typeof ENTRY_FIELDS)[number]) =>
  invalidField(field, `${field} applies to entries. Omit player to list them.`);

const asOfWhom = () =>
  invalidField('as_of', 'Add player (a user id or party) to see their knowledge at that moment.');
