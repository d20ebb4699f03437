import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { POOL_KEYRING, PoolSettings, SEALED } from '../pool-settings';
import { refuse } from '../protocol/refusals';
import { expiryOf, judgeCode, newCode, type CodePurpose } from './code-rules';

interface CodeRow {
  mac: Buffer;
  key_version: string;
  target: string | null;
  tries: number;
  expires_at: Date;
}

/** Codes that are mailed to people. Only a keyed hash of each is stored. */
@Injectable()
export class VerificationCodes {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /**
   * Makes a code; an earlier one for the same purpose is void.
   * @param target the address that it proves, when that is not the account's own
   */
  async issue(
    tx: Transaction,
    userId: string,
    purpose: CodePurpose,
    target?: string,
  ): Promise<string> {
    const code = newCode();
    const version = this.keyring.currentVersion;
    await tx.query(
      `INSERT INTO verification_code
         (pool_id, user_id, purpose, mac, key_version, target, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (pool_id, user_id, purpose) DO UPDATE SET
         mac = excluded.mac, key_version = excluded.key_version, target = excluded.target,
         expires_at = excluded.expires_at, tries = 0`,
      [
        this.settings.poolId,
        userId,
        purpose,
        this.mac(userId, purpose, code, version),
        version,
        target ?? null,
        new Date(expiryOf(purpose, Date.now())),
      ],
    );
    return code;
  }

  /** The address that waits for its code, if there is one. */
  async pendingTarget(userId: string, purpose: CodePurpose): Promise<string | undefined> {
    const [row] = await this.uow.query<{ target: string | null }>(
      `SELECT target FROM verification_code
        WHERE pool_id = $1 AND user_id = $2 AND purpose = $3 AND expires_at > now()`,
      [this.settings.poolId, userId, purpose],
    );
    return row?.target ?? undefined;
  }

  /**
   * Runs `effect` if the code is right, and uses the code up with it: both or neither.
   * @throws the protocol's refusal; a wrong try counts
   */
  async redeem<T>(
    userId: string,
    purpose: CodePurpose,
    code: string,
    effect: (tx: Transaction, target: string | undefined) => Promise<T>,
  ): Promise<T> {
    const mac = await this.expectRight(userId, purpose, code);
    return this.uow.run(async (tx) => {
      const [taken] = await tx.query<{ target: string | null }>(
        `DELETE FROM verification_code
          WHERE pool_id = $1 AND user_id = $2 AND purpose = $3 AND mac = $4 RETURNING target`,
        [this.settings.poolId, userId, purpose, mac],
      );
      // Used or replaced by another request since we looked.
      if (!taken) throw refuse.codeExpired();
      return effect(tx, taken.target ?? undefined);
    });
  }

  /** Counts the try before looking, in a statement of its own, so that no refusal undoes it. */
  private async expectRight(userId: string, purpose: CodePurpose, code: string): Promise<Buffer> {
    const [row] = await this.uow.query<CodeRow>(
      `UPDATE verification_code SET tries = tries + 1
        WHERE pool_id = $1 AND user_id = $2 AND purpose = $3
        RETURNING mac, key_version, target, tries, expires_at`,
      [this.settings.poolId, userId, purpose],
    );
    if (!row) throw refuse.codeExpired();
    const presented = this.mac(userId, purpose, code, row.key_version);
    const verdict = judgeCode(
      {
        tries: row.tries,
        expiresAt: row.expires_at.getTime(),
        matches: timingSafeEqual(presented, row.mac),
      },
      Date.now(),
    );
    switch (verdict) {
      case 'right':
        return row.mac;
      case 'wrong':
        throw refuse.codeMismatch();
      case 'expired':
        throw refuse.codeExpired();
      case 'too-many-tries':
        throw refuse.limitExceeded();
    }
  }

  private mac(userId: string, purpose: CodePurpose, code: string, version: string): Buffer {
    const text = [this.settings.poolId, userId, purpose, code].join('|');
    return this.keyring.mac(text, SEALED.code, version);
  }
}
