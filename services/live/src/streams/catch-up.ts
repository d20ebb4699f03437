import { Injectable } from '@nestjs/common';
import { LIVE_LIMITS } from '@tomekeeper/contracts-live';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMembers, type Rights } from '../audiences/campaign-members';
import { changesWithin, hintsAfter, listens, type StoredHint } from '../hints/hint.queries';

/** Where a client goes on. */
export interface CatchUp {
  n: number;
  /** What it missed; undefined where nobody can tell, and it must ask for everything. */
  missed: readonly StoredHint[] | undefined;
}

/** How far back hints are known. */
const { storedSeconds } = LIVE_LIMITS;

/** Finds out what somebody missed who comes back, or who began to look a moment ago. */
@Injectable()
export class CatchUps {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: CampaignMembers,
  ) {}

  /**
   * @param last number of the last hint that the client got
   * @param within seconds in which the client has asked for what it shows; for one that has had no hint yet
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
    // Only the oldest are ever deleted.
    const isWhole = stored[0]?.n === last + 1;
    const rights = isWhole ? await this.rightsOf(person) : undefined;
    return { n, missed: rights && stored.every(rights.mayHear) ? stored : undefined };
  }

  /**
   * Who came or went is said by itself, as people do so all the time and one call finds out who is here.
   * @returns undefined where something else may have changed
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

  /** Undefined where nobody can tell. */
  private rightsOf(person: string): Promise<Rights | undefined> {
    return this.members.rightsOf(person).catch(() => undefined);
  }
}
