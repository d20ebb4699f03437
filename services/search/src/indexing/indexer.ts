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
  /** The newest change of the feed when player text was indexed last. */
  playerNewest: number;
  /** Position in the feed. */
  position: string;
  isLagging: boolean;
}

/** Reindexes all campaigns: no feed has this position, so the document service answers with a restart. Until then requests are rejected. */
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
      help: 'Campaigns whose index is incomplete: their searches are rejected.',
      read: async () => [{ value: (await this.health()).incomplete }],
    });
    metrics?.measure({
      name: 'search_index_lag_seconds',
      help: 'Longest known lag of an index behind its documents.',
      read: async () => [{ value: (await this.health()).seconds }],
    });
  }

  async position(campaign: string): Promise<IndexPosition> {
    return (await this.state(campaign)) ?? { number: 0, playerNumber: 0, isComplete: false };
  }

  /** Indexes all changes of the feed. @throws {UpstreamUnavailable} */
  catchUp(campaign: string): Promise<void> {
    return shareRun(this.running, campaign, () => this.index(campaign));
  }

  /**
   * Indexes up to a change. Repeats a shared run that started too early for it.
   * @param isForPlayers applies only text that players ever saw, so that GM-only text delays no player
   * @throws {UpstreamUnavailable}
   */
  async catchUpTo(campaign: string, number: number, isForPlayers = false): Promise<void> {
    const run = () =>
      isForPlayers
        ? shareRun(this.runningPlayerText, campaign, () => this.indexPlayerText(campaign))
        : this.catchUp(campaign);
    await run();
    const { number: all, playerNumber } = await this.position(campaign);
    if ((isForPlayers ? Math.max(all, playerNumber) : all) < number) await run();
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

  /** Numbers of lagging and of incomplete indexes, and the longest lag. */
  async health(): Promise<{ lagging: number; seconds: number; incomplete: number }> {
    const [row] = await this.uow.query<{ lagging: number; seconds: number; incomplete: number }>(
      `SELECT count(lagging_since)::int AS lagging, count(*) FILTER (WHERE NOT is_complete)::int AS incomplete,
              coalesce(extract(epoch FROM now() - min(lagging_since)), 0)::float8 AS seconds
         FROM campaign_index WHERE lagging_since IS NOT NULL OR NOT is_complete`,
    );
    return row ?? { lagging: 0, seconds: 0, incomplete: 0 };
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
      throw new AggregateError(failures, `${failures.length} indexes were not completed`);
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
      // The document service was restored from a backup.
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

/** Starts work, or joins the running work of the same key. */
function shareRun(
  running: Map<string, Promise<void>>,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  const current = running.get(key) ?? work().finally(() => running.delete(key));
  running.set(key, current);
  return current;
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
  if (!row) throw new Error('the index was not locked');
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
