import { Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { caller } from '../caller/caller';
import { KeyedMutex } from './keyed-mutex';
import {
  type Attempts,
  BRAKE_RULES,
  type GuessedAt,
  type LockRule,
  MAX_FAILURES_PER_SOURCE,
  nextAttempt,
  MAX_COUNTED_PER_SOURCE,
  SOURCE_RULE,
} from './lockout-rules';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PoolSecret } from '../users/decoy-users';

const SOURCE_BYTES = 16;
/** Known sources per account; beyond this limit the least recently used are dropped. */
export const MAX_KNOWN_SOURCES = 30;

/**
 * Sources of attempts: a remembered device or a network. Stored as keyed hashes that differ between accounts, so that
 * rows reveal neither an address nor which accounts share one.
 */
@Injectable()
export class Sources {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly secret: PoolSecret,
  ) {}

  /** Returns the keyed hash of the request's network for this account. */
  network(userId: string): string {
    return this.hashed('network', userId, networkOf(caller().address));
  }

  /**
   * Returns the device if the account remembers it, otherwise the network. Knowing a device's key counts as having the
   * device.
   */
  async of(userId: string, deviceKey: string | undefined): Promise<string> {
    if (!deviceKey) return this.network(userId);
    const [device] = await this.uow.query(
      'SELECT 1 FROM device WHERE user_id = $1 AND device_key = $2 AND remembered',
      [userId, deviceKey],
    );
    return device ? this.hashed('device', userId, deviceKey) : this.network(userId);
  }

  /** Returns whether the owner has signed in from the source, or it is one of their devices. */
  async isKnown(
    userId: string,
    source: string,
    within: Pick<Transaction, 'query'> = this.uow,
  ): Promise<boolean> {
    if (source.startsWith('device.')) return true;
    const known = await within.query(
      'SELECT 1 FROM known_source WHERE user_id = $1 AND source = $2',
      [userId, source],
    );
    return known.length > 0;
  }

  private hashed(kind: 'network' | 'device', userId: string, what: string): string {
    const bytes = this.secret.derive('guess-source', `${userId}|${kind}|${what}`, SOURCE_BYTES);
    return `${kind}.${bytes.toString('base64url')}`;
  }
}

/** Target and source of an attempt. */
export interface Guess {
  what?: GuessedAt;
  /** Device key that the client claims. */
  device?: string | undefined;
}

interface AttemptsRow {
  failures: number;
  last_at: Date;
  locked_until: Date | null;
}

interface FirstTryRow {
  is_first: boolean;
  brake_failures: number | null;
}

/** Source of the total counts. */
const EVERYONE = '';
/** Counter kind for the failures of one source that the global rate limit includes. */
const shareOf = (source: string) => `share.${source}`;

/** Fast path: almost every attempt is the first one of its source since the last success. */
const COUNT_FIRST = `
  WITH mine AS (
    INSERT INTO guess_count (pool_id, user_id, kind, source, failures, last_at)
    VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM mine) AS is_first,
         (SELECT failures FROM guess_count
           WHERE pool_id = $1 AND user_id = $2 AND kind = $3 AND source = '${EVERYONE}') AS brake_failures`;
/**
 * The global rate limit applies to the next attempt. Failures of one source are capped, because otherwise one source
 * could trigger the lockout alone.
 */
const COUNT_FAILURE = `
  WITH share AS (
    INSERT INTO guess_count AS g (pool_id, user_id, kind, source, failures, last_at)
    VALUES ($1, $2, $3, $4, 1, $5)
    ON CONFLICT (pool_id, user_id, kind, source) DO UPDATE SET
      failures = CASE WHEN g.last_at <= $6 THEN 1 ELSE g.failures + 1 END, last_at = excluded.last_at
    RETURNING failures)
  INSERT INTO guess_count AS g (pool_id, user_id, kind, source, failures, last_at)
  SELECT $1, $2, $3, '${EVERYONE}', 1, $5 FROM share WHERE failures <= ${MAX_COUNTED_PER_SOURCE}
  ON CONFLICT (pool_id, user_id, kind, source) DO UPDATE SET
    failures = CASE WHEN g.last_at <= $6 THEN 1 ELSE g.failures + 1 END, last_at = excluded.last_at`;
const CLEAR = `DELETE FROM guess_count WHERE pool_id = $1 AND user_id = $2 AND kind = $3 AND source = $4`;
const CLEAR_ALL = 'DELETE FROM guess_count WHERE pool_id = $1 AND user_id = $2 AND kind = $3';

/**
 * Whether an attempt may happen. `counted` is already counted as a failure: the global rate limit admits it
 * occasionally.
 */
type Admission = 'uncounted' | 'counted' | 'refused';

/**
 * Rate-limits password and code guessing, for accounts and decoys alike. Failures lock out only their own source;
 * distributed guessing meets a global rate limit that exempts the owner's known devices and networks.
 */
@Injectable()
export class GuessLockout {
  /** Concurrent correct passwords must not look like a burst of guesses. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sources: Sources,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Runs a check under the lockout rules.
   * @returns the result of `isRight`
   * @throws {ProtocolError} while the source is locked out
   */
  async guard(
    userId: string,
    isRight: () => Promise<boolean>,
    { what = 'password', device }: Guess = {},
  ): Promise<boolean> {
    const source = await this.sources.of(userId, device);
    return this.mutex.run(`${what} ${userId} ${source}`, async () => {
      const admission = await this.count(userId, what, source);
      if (admission === 'refused') throw refuse.attemptsExceeded();
      const right = await isRight();
      if (right) await this.uow.queryOften(CLEAR, this.key(userId, what, source));
      else {
        if (admission === 'uncounted') await this.countFailure(userId, what, source);
        await this.events.record(userId, 'sign_in_failed');
      }
      return right;
    });
  }

  /** Applies the global rate limit. Every source gets a few attempts at each secret. */
  async passesBrake(userId: string, what: GuessedAt, source: string): Promise<Admission> {
    const rows = await this.uow.query<{ source: string; failures: number }>(
      `SELECT source, failures FROM guess_count
        WHERE pool_id = $1 AND user_id = $2 AND kind = $3 AND source IN ($4, $5) AND last_at > $6`,
      [
        ...this.key(userId, what, EVERYONE),
        shareOf(source),
        new Date(Date.now() - BRAKE_RULES[what].quietMs),
      ],
    );
    const failuresOf = (name: string) => rows.find((row) => row.source === name)?.failures ?? 0;
    if (failuresOf(shareOf(source)) >= MAX_FAILURES_PER_SOURCE)
      return (await this.sources.isKnown(userId, source)) ? 'uncounted' : 'refused';
    return this.braked(userId, what, source, failuresOf(EVERYONE));
  }

  /** Counts a failure toward the global rate limit. */
  async countFailure(userId: string, what: GuessedAt, source: string): Promise<void> {
    await this.uow.query(COUNT_FAILURE, [
      ...this.key(userId, what, shareOf(source)),
      new Date(),
      new Date(Date.now() - BRAKE_RULES[what].quietMs),
    ]);
  }

  /** Deletes the failure counts of all sources. */
  async clear(
    userId: string,
    within: Pick<Transaction, 'query'>,
    what: GuessedAt = 'password',
  ): Promise<void> {
    await within.query(CLEAR_ALL, [this.settings.poolId, userId, what]);
  }

  private async count(userId: string, what: GuessedAt, source: string): Promise<Admission> {
    const key = this.key(userId, what, source);
    const [first] = await this.uow.queryOften<FirstTryRow>(COUNT_FIRST, [...key, new Date()]);
    if (!first?.is_first && !(await this.countOneMore(key, SOURCE_RULE))) return 'refused';
    return this.braked(userId, what, source, first?.brake_failures);
  }

  private async braked(
    userId: string,
    what: GuessedAt,
    source: string,
    failures: number | null | undefined,
  ): Promise<Admission> {
    const rule = BRAKE_RULES[what];
    if (!failures || failures <= rule.free || (await this.sources.isKnown(userId, source)))
      return 'uncounted';
    // Counted before the check: of concurrent attempts that wait for the rate limit only one is admitted.
    const passes = await this.countOneMore(this.key(userId, what, EVERYONE), rule);
    return passes ? 'counted' : 'refused';
  }

  private async countOneMore(key: readonly string[], rule: LockRule): Promise<boolean> {
    return this.uow.run(async (tx) => {
      // Inserted first so that there is a row to lock: of two concurrent first attempts one waits.
      await tx.query(
        `INSERT INTO guess_count (pool_id, user_id, kind, source, failures, last_at)
         VALUES ($1, $2, $3, $4, 0, now()) ON CONFLICT DO NOTHING`,
        key,
      );
      const [row] = await tx.query<AttemptsRow>(
        `SELECT failures, last_at, locked_until FROM guess_count
          WHERE pool_id = $1 AND user_id = $2 AND kind = $3 AND source = $4 FOR UPDATE`,
        key,
      );
      const next = nextAttempt(row && toAttempts(row), Date.now(), rule);
      if (!next) return false;
      await tx.query(
        `UPDATE guess_count SET failures = $5, last_at = $6, locked_until = $7
          WHERE pool_id = $1 AND user_id = $2 AND kind = $3 AND source = $4`,
        [
          ...key,
          next.failures,
          new Date(next.lastAt),
          next.lockedUntil === undefined ? null : new Date(next.lockedUntil),
        ],
      );
      return true;
    });
  }

  private key(userId: string, what: GuessedAt, source: string): readonly string[] {
    return [this.settings.poolId, userId, what, source];
  }
}

const toAttempts = (row: AttemptsRow): Attempts => ({
  failures: row.failures,
  lastAt: row.last_at.getTime(),
  lockedUntil: row.locked_until?.getTime(),
});
