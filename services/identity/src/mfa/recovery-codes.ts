import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { MailRequests } from '../messages/mail-requests';
import { PoolSecret } from '../users/decoy-users';
import type { PoolUser } from '../users/pool-user';
import { base32 } from './totp';

/** Number of codes per set. */
const CODES = 10;
const CODE_LENGTH = 10;
const MAC_BYTES = 32;
const CODE = /^[A-Z2-7]{10}$/;

/**
 * Recovery codes for users who lost their authenticator app. Each code works once in place of a TOTP code. Stored as
 * keyed hashes; their key never rotates, so the codes stay valid.
 */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly secret: PoolSecret,
    private readonly events: SecurityEvents,
    private readonly mails: MailRequests,
  ) {}

  /**
   * Creates a set and invalidates the previous one.
   * @returns the codes, which cannot be retrieved later
   */
  async make(user: PoolUser): Promise<string[]> {
    const codes = Array.from({ length: CODES }, () =>
      base32(randomBytes(CODE_LENGTH)).slice(0, CODE_LENGTH),
    );
    await this.uow.run(async (tx) => {
      await this.delete(tx, user.id);
      for (const code of codes)
        await tx.query('INSERT INTO recovery_code (user_id, mac) VALUES ($1, $2)', [
          user.id,
          this.mac(user.id, code),
        ]);
      await this.events.record(user.id, 'recovery_codes_made', tx);
      await this.mails.notifyOwner(tx, user, 'recovery-codes-made');
    });
    return codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`);
  }

  async delete(tx: Transaction, userId: string): Promise<void> {
    await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  }

  async count(userId: string): Promise<number> {
    const [row] = await this.uow.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM recovery_code WHERE user_id = $1',
      [userId],
    );
    return row?.left ?? 0;
  }

  /**
   * Consumes a recovery code and notifies the owner.
   * @returns whether the code was valid
   */
  async redeem(user: PoolUser, code: string): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const used = await tx.query(
        'DELETE FROM recovery_code WHERE user_id = $1 AND mac = $2 RETURNING user_id',
        [user.id, this.mac(user.id, canonicalRecoveryCode(code))],
      );
      if (used.length === 0) return false;
      await this.events.record(user.id, 'recovery_code_used', tx);
      await this.mails.notifyOwner(tx, user, 'recovery-code-used');
      return true;
    });
  }

  private mac(userId: string, code: string): Buffer {
    return this.secret.derive('recovery-code', `${userId}|${code}`, MAC_BYTES);
  }
}

/** Users copy codes in any case, with or without the dash. */
const canonicalRecoveryCode = (text: string) => text.replace(/[\s-]/g, '').toUpperCase();

export const looksLikeRecoveryCode = (text: string) => CODE.test(canonicalRecoveryCode(text));
