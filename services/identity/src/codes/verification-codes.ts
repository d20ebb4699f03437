import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { GuessLockout, Sources } from '../lockout/guess-lockout';
import { refuse } from '../protocol/refusals';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';
import {
  expiryOf,
  judgeCode,
  MAX_TRIES,
  newCode,
  type CodePurpose,
  type CodeVerdict,
} from './code-rules';

interface CodeRow {
  mac: Buffer;
  key_version: string;
  target: string | null;
  tries: number;
  expires_at: Date;
}

/** Attempts of all sources together for which the source is stored. */
const MAX_TRIED_FROM = 600;

/** Matches rows of a purpose in every slot. */
const OF_PURPOSE = `(purpose = $3 OR starts_with(purpose, $3 || ' '))`;
const slotted = (purpose: CodePurpose, slot: string) => (slot ? `${purpose} ${slot}` : purpose);

/** Verification codes. Only a keyed hash of each code is stored. */
@Injectable()
export class VerificationCodes {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
    private readonly sources: Sources,
    private readonly lockout: GuessLockout,
  ) {}

  /**
   * Creates a code and invalidates the previous one for the same purpose and slot.
   * @param target the address to verify, when it differs from the account's
   * @param slot distinguishes codes for one purpose that are valid at the same time
   */
  async issue(
    tx: Transaction,
    userId: string,
    purpose: CodePurpose,
    target?: string,
    slot = '',
  ): Promise<string> {
    const code = newCode();
    const version = this.keyring.currentVersion;
    await tx.query(
      `INSERT INTO verification_code
         (pool_id, user_id, purpose, mac, key_version, target, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (pool_id, user_id, purpose) DO UPDATE SET
         mac = excluded.mac, key_version = excluded.key_version, target = excluded.target,
         expires_at = excluded.expires_at, tries = 0, tried_from = '{}'`,
      [
        this.settings.poolId,
        userId,
        slotted(purpose, slot),
        this.mac(userId, purpose, code, version),
        version,
        target ?? null,
        new Date(expiryOf(purpose, Date.now())),
      ],
    );
    return code;
  }

  async delete(tx: Transaction, userId: string, purpose: CodePurpose, slot: string): Promise<void> {
    await tx.query(
      'DELETE FROM verification_code WHERE pool_id = $1 AND user_id = $2 AND purpose = $3',
      [this.settings.poolId, userId, slotted(purpose, slot)],
    );
  }

  /** Returns the address that awaits verification, if there is one. */
  async pendingTarget(userId: string, purpose: CodePurpose): Promise<string | undefined> {
    const [row] = await this.uow.query<{ target: string | null }>(
      `SELECT target FROM verification_code
        WHERE pool_id = $1 AND user_id = $2 AND purpose = $3 AND expires_at > now()`,
      [this.settings.poolId, userId, purpose],
    );
    return row?.target ?? undefined;
  }

  /**
   * Verifies the code, consumes it and those in other slots, and runs `effect`, all in one transaction.
   * @throws {ProtocolError} when the code is wrong; a wrong attempt counts
   */
  async redeem<T>(
    userId: string,
    purpose: CodePurpose,
    code: string,
    effect: (tx: Transaction, target: string | undefined) => Promise<T>,
  ): Promise<T> {
    const mac = await this.expectRight(userId, purpose, code);
    return this.uow.run(async (tx) => {
      const used = await tx.query<Pick<CodeRow, 'mac' | 'target'>>(
        `DELETE FROM verification_code
          WHERE pool_id = $1 AND user_id = $2 AND ${OF_PURPOSE} RETURNING mac, target`,
        [this.settings.poolId, userId, purpose],
      );
      const taken = used.find((row) => row.mac.equals(mac));
      // A concurrent request has used or replaced the code since the check.
      if (!taken) throw refuse.codeExpired();
      return effect(tx, taken.target ?? undefined);
    });
  }

  /**
   * Counts the attempt before the check, in a separate statement, so that no rollback undoes it. Attempts are counted
   * per source: a stranger's attempts do not lock out the owner.
   */
  private async expectRight(userId: string, purpose: CodePurpose, code: string): Promise<Buffer> {
    const source = this.sources.network(userId);
    const rows = await this.uow.query<CodeRow>(
      `UPDATE verification_code
          SET tried_from = CASE WHEN cardinality(array_positions(tried_from, $4)) > ${MAX_TRIES}
                                THEN tried_from ELSE array_append(tried_from, $4) END
        WHERE pool_id = $1 AND user_id = $2 AND ${OF_PURPOSE}
        RETURNING mac, key_version, expires_at,
                  CASE WHEN cardinality(tried_from) > ${MAX_TRIED_FROM} THEN ${MAX_TRIES} + 1
                       ELSE cardinality(array_positions(tried_from, $4)) END AS tries`,
      [this.settings.poolId, userId, purpose, source],
    );
    // No attempt is counted without a code to guess.
    const tries = Math.min(...rows.map((row) => row.tries));
    if (rows.length === 0) throw refuse.codeExpired();
    if (tries > MAX_TRIES) throw refuse.limitExceeded();
    const admission = await this.lockout.passesBrake(userId, 'mailed-code', source);
    if (admission === 'refused') throw refuse.limitExceeded();
    const judged = rows.map((row) => ({
      mac: row.mac,
      verdict: this.judge(row, userId, purpose, code),
    }));
    const right = judged.find(({ verdict }) => verdict === 'right');
    if (right) return right.mac;
    if (judged.some(({ verdict }) => verdict === 'wrong')) {
      if (admission === 'uncounted') await this.lockout.countFailure(userId, 'mailed-code', source);
      throw refuse.codeMismatch();
    }
    throw judged.some(({ verdict }) => verdict === 'expired')
      ? refuse.codeExpired()
      : refuse.limitExceeded();
  }

  private judge(row: CodeRow, userId: string, purpose: CodePurpose, code: string): CodeVerdict {
    const presented = this.mac(userId, purpose, code, row.key_version);
    return judgeCode(
      {
        tries: row.tries,
        expiresAt: row.expires_at.getTime(),
        matches: timingSafeEqual(presented, row.mac),
      },
      Date.now(),
    );
  }

  private mac(userId: string, purpose: CodePurpose, code: string, version: string): Buffer {
    const text = [this.settings.poolId, userId, purpose, code].join('|');
    return this.keyring.mac(text, SEALED.code, version);
  }
}
