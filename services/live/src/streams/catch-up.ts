import { Injectable } from '@nestjs/common';
import { LIVE_LIMITS } from '@tomekeeper/contracts-live';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMembers, type Rights } from '../audiences/campaign-members';
import { changesWithin, hintsAfter, listens, type StoredHint } from '../hints/hint.queries';

/** Position from which a client continues. */
export interface CatchUp {
  n: number;
  /** Missed events; undefined if unknown, and the client must refetch everything. */
  missed: readonly StoredHint[] | undefined;
}

/** Retention of invalidation events, in seconds. */
const { storedSeconds } = LIVE_LIMITS;

/** Finds the events that a client missed while disconnected or between its page load and its stream. */
@Injectable()
export class CatchUps {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: CampaignMembers,
  ) {}

  /**
   * @param last number of the last event that the client received
   * @param within seconds since the client loaded its data; for clients without a previous event
   */
  async of(
    person: string,
    { last, within }: { last?: number | undefined; within?: number | undefined },
  ): Promise<CatchUp> {
    const { n, isCounted } = await listens(this.uow, person);
    if (last === undefined) return { n, missed: await this.sinceItLooks(person, n, within) };
    if (last > n || !isCounted) return { n, missed: undefined };
    if (last === n) return { n, missed: [] };
    const stored = await hintsAfter(this.uow, person, last);
    // Cleanup deletes only the oldest events, so the sequence has no gaps.
    const isWhole = stored[0]?.n === last + 1;
    const rights = isWhole ? await this.rightsOf(person) : undefined;
    return { n, missed: rights && stored.every(rights.mayHear) ? stored : undefined };
  }

  /**
   * Missed events since the client loaded its data. Presence changes collapse into one event per campaign,
   * because they are frequent and one request returns the current state.
   * @returns undefined if other changes may have been missed
   */
  private async sinceItLooks(
    person: string,
    n: number,
    within?: number,
  ): Promise<StoredHint[] | undefined> {
    if (within === undefined || within >= storedSeconds) return undefined;
    const rights = await this.rightsOf(person);
    if (!rights) return undefined;
    const changes = await changesWithin(this.uow, within, person, rights.campaigns);
    if (changes.some(({ kind }) => kind !== 'presence')) return undefined;
    return [...new Set(changes.map(({ campaign }) => campaign))].map((campaign) => ({
      ...{ person, n, campaign, id: campaign },
      ...{ kind: 'presence', audience: 'party' as const },
    }));
  }

  /** Undefined if the campaign service is unavailable. */
  private rightsOf(person: string): Promise<Rights | undefined> {
    return this.members.rightsOf(person).catch(() => undefined);
  }
}
