import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { PoolSettings } from '../pool-settings';
import { refuse } from '../protocol/refusals';
import { LOCK_BELIEVED_SECONDS, nextAttempt, type Attempts } from './lockout-rules';
import { Turns } from './turns';

interface AttemptsRow {
  failures: number;
  last_at: Date;
  locked_until: Date | null;
}

/**
 * What is guessed at. Counted apart: someone who guesses at codes that anyone may ask for must not lock
 * the owner's password or second factor.
 */
export type GuessedAt = 'password' | 'first-factor-code' | 'second-factor';

const CLEAR = 'DELETE FROM password_attempts WHERE pool_id = $1 AND user_id = $2 AND kind = $3';

/** Whether the passwords of the subject that these pieces of SQL name are locked. */
export const IS_LOCKED = (poolId: string, userId: string, now: string) =>
  `EXISTS (SELECT 1 FROM password_attempts WHERE pool_id = ${poolId} AND user_id = ${userId}
              AND kind = 'password' AND locked_until > ${now}
              AND locked_until <= ${now}::timestamptz + interval '${LOCK_BELIEVED_SECONDS} seconds')`;

/** Slows down guessing of passwords and codes, per account and for invented ones alike. */
@Injectable()
export class PasswordLockout {
  /** Right passwords that come at the same moment must not look like a burst of guesses. */
  private readonly turns = new Turns();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Looks at a password or a code under the lock's rules.
   * @returns what `isRight` says @throws the protocol's refusal while the account is locked
   */
  async guard(
    userId: string,
    isRight: () => Promise<boolean>,
    what: GuessedAt = 'password',
  ): Promise<boolean> {
    return this.turns.take(`${what} ${userId}`, async () => {
      if (!(await this.count(userId, what))) throw refuse.attemptsExceeded();
      const right = await isRight();
      if (right) await this.uow.queryOften(CLEAR, this.key(userId, what));
      else await this.events.record(userId, 'sign_in_failed');
      return right;
    });
  }

  async clear(
    userId: string,
    within: Pick<Transaction, 'query'>,
    what: GuessedAt = 'password',
  ): Promise<void> {
    await within.query(CLEAR, this.key(userId, what));
  }

  /** @returns false when the account is locked */
  private async count(userId: string, what: GuessedAt): Promise<boolean> {
    const key = this.key(userId, what);
    // Almost every try is the first one since a right one: there is nothing to judge it by.
    const first = await this.uow.queryOften(
      `INSERT INTO password_attempts (pool_id, user_id, kind, failures, last_at)
       VALUES ($1, $2, $3, 1, $4) ON CONFLICT DO NOTHING RETURNING failures`,
      [...key, new Date()],
    );
    return first.length > 0 || this.countOneMore(key);
  }

  private async countOneMore(key: readonly string[]): Promise<boolean> {
    return this.uow.run(async (tx) => {
      // The row is made first so that there is one to lock: of two first tries one waits.
      await tx.query(
        `INSERT INTO password_attempts (pool_id, user_id, kind, failures, last_at)
         VALUES ($1, $2, $3, 0, now()) ON CONFLICT DO NOTHING`,
        key,
      );
      const [row] = await tx.query<AttemptsRow>(
        `SELECT failures, last_at, locked_until FROM password_attempts
          WHERE pool_id = $1 AND user_id = $2 AND kind = $3 FOR UPDATE`,
        key,
      );
      const next = nextAttempt(row && toAttempts(row), Date.now());
      if (!next) return false;
      await tx.query(
        `UPDATE password_attempts SET failures = $4, last_at = $5, locked_until = $6
          WHERE pool_id = $1 AND user_id = $2 AND kind = $3`,
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

  private key(userId: string, what: GuessedAt): readonly string[] {
    return [this.settings.poolId, userId, what];
  }
}

const toAttempts = (row: AttemptsRow): Attempts => ({
  failures: row.failures,
  lastAt: row.last_at.getTime(),
  lockedUntil: row.locked_until?.getTime(),
});
