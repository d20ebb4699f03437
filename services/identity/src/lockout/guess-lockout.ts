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
/** Sources of one account that are remembered; beyond, the ones that were not used for longest are not. */
export const MAX_KNOWN_SOURCES = 30;

/**
 * Where guesses at an account come from: a device that it remembers, or a network. Kept as keyed hashes,
 * different ones for each account, so that rows tell neither an address nor who shares one.
 */
@Injectable()
export class Sources {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly secret: PoolSecret,
  ) {}

  /** The network of the request that is worked on, as it counts for this account. */
  network(userId: string): string {
    return this.hashed('network', userId, networkOf(caller().address));
  }

  /** The device if the account remembers it, else the network. Knowing a device's key counts as having the device. */
  async of(userId: string, deviceKey: string | undefined): Promise<string> {
    if (!deviceKey) return this.network(userId);
    const [device] = await this.uow.query(
      'SELECT 1 FROM device WHERE user_id = $1 AND device_key = $2 AND remembered',
      [userId, deviceKey],
    );
    return device ? this.hashed('device', userId, deviceKey) : this.network(userId);
  }

  /** Whether the account's owner has signed in from there, or it is a device of theirs. */
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

/** What a try is about. */
export interface Guess {
  what?: GuessedAt;
  /** Key of the device that the client says it runs on. */
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

/** Counts for all sources together. */
const EVERYONE = '';
/** What one source has failed at, in the eyes of the brake. */
const shareOf = (source: string) => `share.${source}`;

/** Almost every try is the first one of its source since a right one: there is nothing to judge it by. */
const COUNT_FIRST = `
  WITH mine AS (
    INSERT INTO guess_count (pool_id, user_id, kind, source, failures, last_at)
    VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM mine) AS is_first,
         (SELECT failures FROM guess_count
           WHERE pool_id = $1 AND user_id = $2 AND kind = $3 AND source = '${EVERYONE}') AS brake_failures`;
/**
 * What the brake does with it is judged at the next try. One source counts only so often, or it could turn
 * the lockout on its own.
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

/** Whether a try may happen. `counted` is one that the brake lets through from time to time: it is a failure already. */
type Admission = 'uncounted' | 'counted' | 'refused';

/**
 * Slows down guessing of passwords and codes, for accounts and decoys alike. Failures lock the
 * source that they come from and no other; guessing from many sources at once meets a brake that
 * the owner's own devices and networks do not.
 */
@Injectable()
export class GuessLockout {
  /** Right passwords that come at the same moment must not look like a burst of guesses. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sources: Sources,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Looks at a password or a code under the lock's rules.
   * @returns what `isRight` says @throws the protocol's refusal while the source is locked
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

  /** Whether the brake lets a try through, for guesses of which each secret bears a few from every source. */
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

  /** A failure, as it counts for all sources together. */
  async countFailure(userId: string, what: GuessedAt, source: string): Promise<void> {
    await this.uow.query(COUNT_FAILURE, [
      ...this.key(userId, what, shareOf(source)),
      new Date(),
      new Date(Date.now() - BRAKE_RULES[what].quietMs),
    ]);
  }

  /** Deletes all failures, whichever source they came from. */
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
    // Counted before it is looked at: of all who wait for the brake one gets through.
    const passes = await this.countOneMore(this.key(userId, what, EVERYONE), rule);
    return passes ? 'counted' : 'refused';
  }

  private async countOneMore(key: readonly string[], rule: LockRule): Promise<boolean> {
    return this.uow.run(async (tx) => {
      // The row is made first so that there is one to lock: of two first tries one waits.
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
