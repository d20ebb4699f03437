import { Injectable } from '@nestjs/common';
import type { ChangesAnswer } from '@tomekeeper/contracts-document';
import { UnitOfWork, type SqlReader, type Transaction } from '@tomekeeper/persistence';
import { Metrics } from '@tomekeeper/service-kit';
import { embedPassages } from './embedding-job';
import { ChangeFeedClient } from './change-feed-client';
import { removeCampaign, writeChanges } from './index-writer';

export interface IndexPosition {
  /** All changes up to this number are indexed. */
  number: number;
  /** All changes of text that players ever saw are indexed up to this number. */
  playerNumber: number;
  /** False until the index was complete once: before that, any text may be missing. */
  isComplete: boolean;
}

interface IndexState extends IndexPosition {
  /** The newest change of the feed when changes were last applied ahead of the others. */
  playerNewest: number;
  /** In the feed. */
  position: string;
  isLagging: boolean;
}

/** No feed has this position, so the document service answers with a restart. Until then the index rejects requests. */
export const REBUILD_ALL = `UPDATE campaign_index SET feed_position = '999999999999999', is_complete = false`;

const MAX_PER_JOB = 100;

/**
 * Maintains the search index of each campaign. Changes and feed position are stored in one transaction, so that
 * indexing can stop anywhere and continue in any process. A process that lost a race discards its changes.
 */
@Injectable()
export class Indexer {
  private readonly running = new Map<string, Promise<void>>();
  private readonly runningPlayerText = new Map<string, Promise<void>>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly feed: ChangeFeedClient,
    metrics?: Metrics,
  ) {
    metrics?.measure({
      name: 'search_indexes_incomplete',
      help: 'Campaigns whose copy of texts is not whole: nobody is answered from it.',
      read: async () => [{ value: await this.countIncomplete() }],
    });
    metrics?.measure({
      name: 'search_index_lag_seconds',
      help: 'Since when the copy that waits longest is known to be behind its texts; 0 where none is.',
      read: async () => [{ value: (await this.lag()).seconds }],
    });
  }

  async position(campaign: string): Promise<IndexPosition> {
    return (await this.state(campaign)) ?? { number: 0, playerNumber: 0, isComplete: false };
  }

  /** Takes in all that there is in the feed. @throws {UpstreamUnavailable} */
  catchUp(campaign: string): Promise<void> {
    return shareRun(this.running, campaign, () => this.index(campaign));
  }

  /** Repeats a shared run that started too early for the change. */
  async catchUpTo(campaign: string, number: number): Promise<void> {
    await this.catchUp(campaign);
    if ((await this.position(campaign)).number < number) await this.catchUp(campaign);
  }

  /**
   * Applies changes of text that players ever saw ahead of other changes, so that GM-only text delays no player. @throws {UpstreamUnavailable}
   */
  async catchUpPlayerText(campaign: string, number: number): Promise<void> {
    const follow = () =>
      shareRun(this.runningPlayerText, campaign, () => this.indexPlayerText(campaign));
    await follow();
    const { number: all, playerNumber } = await this.position(campaign);
    if (Math.max(all, playerNumber) < number) await follow();
  }

  /** Marks an index as lagging. @param number of the missing change, if known */
  async markLagging(campaign: string, number: number | null, db: SqlReader = this.uow) {
    await db.query(
      `UPDATE campaign_index SET lagging_since = now()
        WHERE campaign_id = $1 AND lagging_since IS NULL AND ($2::bigint IS NULL OR indexed_number < $2)`,
      [campaign, number],
    );
  }

  async hasIndex(campaign: string): Promise<boolean> {
    return (await this.state(campaign)) !== undefined;
  }

  async isLagging(campaign: string): Promise<boolean> {
    return (await this.state(campaign))?.isLagging ?? false;
  }

  /** Number of lagging indexes, and the longest lag. */
  async lag(): Promise<{ copies: number; seconds: number }> {
    const [row] = await this.uow.query<{ copies: number; seconds: number }>(
      `SELECT count(*)::int AS copies,
              coalesce(extract(epoch FROM now() - min(lagging_since)), 0)::float8 AS seconds
         FROM campaign_index WHERE lagging_since IS NOT NULL`,
    );
    return row ?? { copies: 0, seconds: 0 };
  }

  async countIncomplete(): Promise<number> {
    const [row] = await this.uow.query<{ copies: number }>(
      'SELECT count(*)::int AS copies FROM campaign_index WHERE NOT is_complete',
    );
    return row?.copies ?? 0;
  }

  /**
   * Continues incomplete indexes, the oldest first. After a failure, an index moves to the end.
   * @throws {AggregateError} after all attempts
   */
  async completeIndexes(): Promise<void> {
    const rows = await this.uow.query<{ id: string }>(
      `SELECT campaign_id AS id FROM campaign_index WHERE NOT is_complete ORDER BY updated_at LIMIT ${MAX_PER_JOB}`,
    );
    const failures: unknown[] = [];
    for (const { id } of rows)
      try {
        await this.catchUp(id);
      } catch (error) {
        failures.push(error);
        await this.uow.query(
          'UPDATE campaign_index SET updated_at = now() WHERE campaign_id = $1',
          [id],
        );
      }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} copies were not finished`);
  }

  async deleteIndex(campaign: string): Promise<void> {
    await this.uow.run(async (tx) => {
      await lockIndex(tx, campaign);
      await removeCampaign(tx, campaign);
      await tx.query('DELETE FROM campaign_index WHERE campaign_id = $1', [campaign]);
    });
  }

  private async index(campaign: string): Promise<void> {
    for (let more = true; more;) {
      const { position, playerNewest } = (await this.state(campaign)) ?? {
        position: '0',
        playerNewest: 0,
      };
      const answer = await this.feed.changes(campaign, position);
      if (!answer) return this.deleteIndex(campaign);
      // A feed that was restored to an earlier state.
      const restart = answer.restart || answer.last < playerNewest;
      more = await this.uow.run((tx) =>
        storeChanges(tx, campaign, position, { ...answer, restart }),
      );
    }
  }

  private async indexPlayerText(campaign: string): Promise<void> {
    const { number, playerNumber } = await this.position(campaign);
    let place = String(Math.max(number, playerNumber));
    for (let more = true; more;) {
      const answer = await this.feed.changes(campaign, place, 'seen');
      // The full indexer handles deleted campaigns and feed restarts.
      if (!answer || answer.restart) return this.catchUp(campaign);
      if (!(await this.uow.run((tx) => storePlayerText(tx, campaign, answer)))) return;
      ({ next: place, more } = answer);
    }
  }

  private async state(campaign: string): Promise<IndexState | undefined> {
    const [row] = await this.uow.query<IndexState>(
      `SELECT feed_position AS position, indexed_number::float8 AS number, player_indexed_number::float8 AS "playerNumber",
              player_newest_number::float8 AS "playerNewest", is_complete AS "isComplete", lagging_since IS NOT NULL AS "isLagging"
         FROM campaign_index WHERE campaign_id = $1`,
      [campaign],
    );
    return row;
  }
}

function shareRun(
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

interface LockedIndex {
  position: string;
  /** The highest number of a change that may be indexed. */
  newest: number;
}

/** Locks the search index of a campaign until the transaction ends. */
async function lockIndex(tx: Transaction, campaign: string): Promise<LockedIndex> {
  const [row] = await tx.query<LockedIndex>(
    `INSERT INTO campaign_index AS f (campaign_id) VALUES ($1)
     ON CONFLICT (campaign_id) DO UPDATE SET updated_at = now()
     RETURNING feed_position AS position, greatest(split_part(feed_position, '.', 1)::bigint, player_newest_number)::float8 AS newest`,
    [campaign],
  );
  if (!row) throw new Error('A campaign was not noted.');
  return row;
}

/** @returns whether there is more to fetch */
async function storeChanges(
  tx: Transaction,
  campaign: string,
  from: string,
  { changes, reached, next, more, restart, last }: ChangesAnswer,
): Promise<boolean> {
  const locked = await lockIndex(tx, campaign);
  if (locked.position !== from) return true;
  if (restart) {
    await resetIndex(tx, campaign);
    return true;
  }
  // Rows read before a newer revocation was applied could undo it.
  if (last < locked.newest) return true;
  await writeChanges(tx, campaign, changes);
  if (changes.length > 0 && !more) await tx.outbox.job(embedPassages, {});
  await tx.query(
    `UPDATE campaign_index SET feed_position = $2, indexed_number = greatest(indexed_number, $3), is_complete = is_complete OR $4,
            lagging_since = CASE WHEN $4 THEN NULL ELSE coalesce(lagging_since, now()) END
      WHERE campaign_id = $1`,
    [campaign, next, reached, !more],
  );
  return more;
}

/** Applies changes of text that players ever saw. @returns false if the index already contains newer changes */
async function storePlayerText(
  tx: Transaction,
  campaign: string,
  { changes, reached, last }: ChangesAnswer,
): Promise<boolean> {
  const { newest } = await lockIndex(tx, campaign);
  if (last < newest) return false;
  await writeChanges(tx, campaign, changes, { isForPlayers: true });
  await tx.query(
    `UPDATE campaign_index SET player_indexed_number = greatest(player_indexed_number, $2), player_newest_number = greatest(player_newest_number, $3)
      WHERE campaign_id = $1`,
    [campaign, reached, last],
  );
  return true;
}

async function resetIndex(tx: Transaction, campaign: string): Promise<void> {
  await removeCampaign(tx, campaign);
  await tx.query(
    `UPDATE campaign_index SET feed_position = '0', indexed_number = 0, player_indexed_number = 0, player_newest_number = 0, is_complete = false,
            lagging_since = coalesce(lagging_since, now())
      WHERE campaign_id = $1`,
    [campaign],
  );
}
