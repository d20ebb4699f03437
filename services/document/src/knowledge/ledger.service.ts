import { Injectable } from '@nestjs/common';
import {
  AUDIENCE_LIMITS,
  type LedgerAnswer,
  type LedgerEntry,
  type LedgerQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { campaignNotFound, onlyGms, refusedField } from '../documents/document.errors';
import { titlesOfTrashed } from '../documents/trashed-documents';
import { visibleAmong } from '../documents/visible-documents';
import { CampaignMemberships, isGm, type Player } from '../memberships/campaign-memberships';
import { firstOfEntries, takeableActs } from './known-passages';
import { ledgerEntries, numberOf, publicTitles, type Entry } from './ledger-entries';

/** Tells GMs what was revealed and hidden, and what their players know by that. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  async read(user: string, campaign: string, query: LedgerQuery): Promise<LedgerAnswer> {
    const role = await this.memberships.roleIn(campaign, user);
    if (!role) throw campaignNotFound();
    if (!isGm(role)) throw onlyGms('read its ledger');
    return this.entries(campaign, query.after);
  }

  private async entries(campaign: string, after: string | undefined): Promise<LedgerAnswer> {
    const before = after === undefined ? undefined : await numberOf(this.uow, campaign, after);
    if (after !== undefined && before === undefined) throw unknownAfter();
    const found = await ledgerEntries(this.uow, campaign, before);
    const page = found.slice(0, AUDIENCE_LIMITS.ledgerPage);
    const ids = page.map(({ id }) => id);
    const documents = [...new Set(page.map(({ document }) => document))];
    // Nobody is asked for names where no entry has any.
    const names = page.some(({ memberships }) => memberships !== null);
    const [titles, told, first, takeable, players] = await Promise.all([
      this.titles(campaign, documents),
      publicTitles(this.uow, documents),
      firstOfEntries(this.uow, ids),
      takeableActs(this.uow, ids),
      names ? this.memberships.playersOf(campaign) : [],
    ]);
    const entries = page.map((entry): LedgerEntry => ({
      ...asTold(entry, players),
      ...labelled('title', titles.get(entry.document)),
      ...labelled('public_title', told.get(entry.document)),
      ...(entry.passages > 0 && {
        passages: { count: entry.passages, first: first.get(entry.id) ?? [] },
      }),
      can_take_back: takeable.has(entry.id),
    }));
    const last = page.at(-1);
    return { entries, ...(found.length > page.length && last && { next: last.id }) };
  }

  /** What documents are called now, in the trash too; those that are gone for good are left out. */
  private async titles(campaign: string, ids: readonly string[]): Promise<Map<string, string>> {
    const [living, trashed] = await Promise.all([
      visibleAmong(this.uow, { managed: [campaign], played: [] }, ids),
      titlesOfTrashed(this.uow, campaign, ids),
    ]);
    return new Map([...living, ...trashed].map((one) => [one.id, one.original_filename]));
  }
}

function asTold(
  { id, at, act, actor, document, audience, memberships }: Entry,
  players: readonly Player[],
): Omit<LedgerEntry, 'can_take_back'> {
  return {
    id,
    at: at.toISOString(),
    act,
    ...(actor !== null && { by: actor }),
    document,
    audience,
    ...(memberships && {
      players: players.flatMap(({ user, membership }) =>
        memberships.includes(membership) ? [user] : [],
      ),
    }),
  };
}

const labelled = <Name extends string>(name: Name, value: string | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, string>);

const unknownAfter = () =>
  refusedField('after', 'The list has no such entry any longer. Begin again without after.');
