import { Injectable } from '@nestjs/common';
import type { ChangesAnswer } from '@tomekeeper/contracts-document';
import { UnitOfWork, type SqlReader, type Transaction } from '@tomekeeper/persistence';
import { Metrics } from '@tomekeeper/service-kit';
import { readForMeaning } from './read-for-meaning';
import { DocumentFeed } from './document-feed';
import { removeCampaign, takeIn } from './index-rows';

/** How far the copy of a campaign has come. */
export interface Reached {
  /** All changes up to this number are in it. */
  number: number;
  /** All changes of text that players ever saw, up to this number. */
  seenNumber: number;
  /** False until it was whole once: before that, what is missing may be anything. */
  isBuilt: boolean;
}

interface Followed extends Reached {
  /** The newest change of the feed when changes were last applied ahead of the others. */
  seenNewest: number;
  /** In the feed. */
  place: string;
  isBehind: boolean;
}

/** No feed has this position, so the document service answers with a restart. Until then the index rejects requests. */
export const REBUILD_ALL = `UPDATE followed_campaign SET place = '999999999999999', is_built = false`;

/** Copies that one job finishes. */
const AT_A_TIME = 100;

/**
 * Keeps the copies of campaigns. What the feed gave and the place in it are stored in one transaction, so that following can
 * stop anywhere and go on, here or in another process: whoever finds that another one was faster throws away what they fetched.
 */
@Injectable()
export class Follower {
  private readonly running = new Map<string, Promise<void>>();
  private readonly runningSeen = new Map<string, Promise<void>>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly feed: DocumentFeed,
    metrics?: Metrics,
  ) {
    metrics?.measure({
      name: 'search_copies_unfinished',
      help: 'Campaigns whose copy of texts is not whole: nobody is answered from it.',
      read: async () => [{ value: await this.unfinished() }],
    });
    metrics?.measure({
      name: 'search_lag_seconds',
      help: 'Since when the copy that waits longest is known to be behind its texts; 0 where none is.',
      read: async () => [{ value: (await this.lag()).seconds }],
    });
  }

  async reached(campaign: string): Promise<Reached> {
    return (await this.followed(campaign)) ?? { number: 0, seenNumber: 0, isBuilt: false };
  }

  /** Takes in all that there is in the feed. @throws {UpstreamUnavailable} */
  catchUp(campaign: string): Promise<void> {
    return once(this.running, campaign, () => this.follow(campaign));
  }

  /** Whoever joins others may have come too late for what they fetched. */
  async catchUpTo(campaign: string, number: number): Promise<void> {
    await this.catchUp(campaign);
    if ((await this.reached(campaign)).number < number) await this.catchUp(campaign);
  }

  /**
   * Applies changes of text that players ever saw ahead of other changes, so that GM-only text delays no player. @throws {UpstreamUnavailable}
   */
  async catchUpSeen(campaign: string, number: number): Promise<void> {
    const follow = () => once(this.runningSeen, campaign, () => this.followSeen(campaign));
    await follow();
    const { number: all, seenNumber } = await this.reached(campaign);
    if (Math.max(all, seenNumber) < number) await follow();
  }

  /** Notes that there is something that is not in the copy yet. @param number which it has not reached, where that is known */
  async noteBehind(campaign: string, number: number | null, db: SqlReader = this.uow) {
    await db.query(
      `UPDATE followed_campaign SET behind_since = now()
        WHERE campaign_id = $1 AND behind_since IS NULL AND ($2::bigint IS NULL OR reached < $2)`,
      [campaign, number],
    );
  }

  /** Whether there is a copy, whole or not. */
  async isKept(campaign: string): Promise<boolean> {
    return (await this.followed(campaign)) !== undefined;
  }

  async isBehind(campaign: string): Promise<boolean> {
    return (await this.followed(campaign))?.isBehind ?? false;
  }

  /** How many copies are known to be behind, and for how long the one is that waits longest. */
  async lag(): Promise<{ copies: number; seconds: number }> {
    const [row] = await this.uow.query<{ copies: number; seconds: number }>(
      `SELECT count(*)::int AS copies,
              coalesce(extract(epoch FROM now() - min(behind_since)), 0)::float8 AS seconds
         FROM followed_campaign WHERE behind_since IS NOT NULL`,
    );
    return row ?? { copies: 0, seconds: 0 };
  }

  /** How many copies are not whole. */
  async unfinished(): Promise<number> {
    const [row] = await this.uow.query<{ copies: number }>(
      'SELECT count(*)::int AS copies FROM followed_campaign WHERE NOT is_built',
    );
    return row?.copies ?? 0;
  }

  /**
   * Goes on with copies that are not whole, those that have waited longest first. One that fails waits behind the others the next time.
   * @throws what went wrong, once each has had its turn
   */
  async finishCopies(): Promise<void> {
    const rows = await this.uow.query<{ id: string }>(
      `SELECT campaign_id AS id FROM followed_campaign WHERE NOT is_built ORDER BY followed_at LIMIT ${AT_A_TIME}`,
    );
    const failures: unknown[] = [];
    for (const { id } of rows)
      try {
        await this.catchUp(id);
      } catch (error) {
        failures.push(error);
        await this.uow.query(
          'UPDATE followed_campaign SET followed_at = now() WHERE campaign_id = $1',
          [id],
        );
      }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} copies were not finished`);
  }

  /** With a campaign goes all that was kept of it. */
  async forget(campaign: string): Promise<void> {
    await this.uow.run(async (tx) => {
      await lockPlace(tx, campaign);
      await removeCampaign(tx, campaign);
      await tx.query('DELETE FROM followed_campaign WHERE campaign_id = $1', [campaign]);
    });
  }

  private async follow(campaign: string): Promise<void> {
    for (let more = true; more;) {
      const { place, seenNewest } = (await this.followed(campaign)) ?? {
        place: '0',
        seenNewest: 0,
      };
      const answer = await this.feed.changes(campaign, place);
      if (!answer) return this.forget(campaign);
      // A feed that was restored to an earlier state.
      const restart = answer.restart || answer.last < seenNewest;
      more = await this.uow.run((tx) => store(tx, campaign, place, { ...answer, restart }));
    }
  }

  private async followSeen(campaign: string): Promise<void> {
    const { number, seenNumber } = await this.reached(campaign);
    let place = String(Math.max(number, seenNumber));
    for (let more = true; more;) {
      const answer = await this.feed.changes(campaign, place, 'seen');
      // The full indexer handles deleted campaigns and feed restarts.
      if (!answer || answer.restart) return this.catchUp(campaign);
      if (!(await this.uow.run((tx) => storeSeen(tx, campaign, answer)))) return;
      ({ next: place, more } = answer);
    }
  }

  private async followed(campaign: string): Promise<Followed | undefined> {
    const [row] = await this.uow.query<Followed>(
      `SELECT place, reached::float8 AS number, seen_reached::float8 AS "seenNumber",
              seen_newest::float8 AS "seenNewest", is_built AS "isBuilt", behind_since IS NOT NULL AS "isBehind"
         FROM followed_campaign WHERE campaign_id = $1`,
      [campaign],
    );
    return row;
  }
}

function once(
  running: Map<string, Promise<void>>,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  const found = running.get(key);
  if (found) return found;
  const begun = work().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}

interface Locked {
  place: string;
  /** The highest number of which something may be in the copy. */
  newest: number;
}

/** Locks the search index of a campaign until the transaction ends. */
async function lockPlace(tx: Transaction, campaign: string): Promise<Locked> {
  const [row] = await tx.query<Locked>(
    `INSERT INTO followed_campaign AS f (campaign_id) VALUES ($1)
     ON CONFLICT (campaign_id) DO UPDATE SET followed_at = now()
     RETURNING place, greatest(split_part(place, '.', 1)::bigint, seen_newest)::float8 AS newest`,
    [campaign],
  );
  if (!row) throw new Error('A campaign was not noted.');
  return row;
}

/** @returns whether there is more to fetch */
async function store(
  tx: Transaction,
  campaign: string,
  from: string,
  { changes, reached, next, more, restart, last }: ChangesAnswer,
): Promise<boolean> {
  const locked = await lockPlace(tx, campaign);
  if (locked.place !== from) return true;
  if (restart) {
    await empty(tx, campaign);
    return true;
  }
  // Rows read before a newer revocation was applied could undo it.
  if (last < locked.newest) return true;
  await takeIn(tx, campaign, changes);
  if (changes.length > 0 && !more) await tx.outbox.job(readForMeaning, {});
  await tx.query(
    `UPDATE followed_campaign SET place = $2, reached = greatest(reached, $3), is_built = is_built OR $4,
            behind_since = CASE WHEN $4 THEN NULL ELSE coalesce(behind_since, now()) END
      WHERE campaign_id = $1`,
    [campaign, next, reached, !more],
  );
  return more;
}

/** Applies changes of text that players ever saw. @returns false if the index already contains newer changes */
async function storeSeen(
  tx: Transaction,
  campaign: string,
  { changes, reached, last }: ChangesAnswer,
): Promise<boolean> {
  const { newest } = await lockPlace(tx, campaign);
  if (last < newest) return false;
  await takeIn(tx, campaign, changes, { isForPlayers: true });
  await tx.query(
    `UPDATE followed_campaign SET seen_reached = greatest(seen_reached, $2), seen_newest = greatest(seen_newest, $3)
      WHERE campaign_id = $1`,
    [campaign, reached, last],
  );
  return true;
}

async function empty(tx: Transaction, campaign: string): Promise<void> {
  await removeCampaign(tx, campaign);
  await tx.query(
    `UPDATE followed_campaign SET place = '0', reached = 0, seen_reached = 0, seen_newest = 0, is_built = false,
            behind_since = coalesce(behind_since, now())
      WHERE campaign_id = $1`,
    [campaign],
  );
}
