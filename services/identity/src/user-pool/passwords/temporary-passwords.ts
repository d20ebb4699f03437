import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { PoolSettings } from '../pool-settings';
import { Passwords, type SealedPassword } from './passwords';

/** Passwords that an operator gave, until their owners choose their own. */
@Injectable()
export class TemporaryPasswords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly passwords: Passwords,
  ) {}

  /** Signing in with it asks for a new one, and works for a few days only. */
  async give(tx: Transaction, prepared: SealedPassword): Promise<void> {
    const until = new Date(Date.now() + this.settings.temporaryPasswordSeconds * 1000);
    await tx.query(
      `UPDATE pool_user SET status = 'FORCE_CHANGE_PASSWORD', temporary_password_until = $2,
              updated_at = now()
        WHERE id = $1`,
      [prepared.userId, until],
    );
    await this.passwords.store(tx, prepared);
  }

  /** One that was given without an end has none. */
  async hasExpired(userId: string): Promise<boolean> {
    const expired = await this.uow.query(
      'SELECT 1 FROM pool_user WHERE id = $1 AND temporary_password_until <= $2',
      [userId, new Date()],
    );
    return expired.length > 0;
  }

  /** Its owner has chosen another. @returns false when that has happened already */
  async end(tx: Transaction, userId: string): Promise<boolean> {
    const ended = await tx.query(
      `UPDATE pool_user
          SET status = 'CONFIRMED', temporary_password_until = NULL, updated_at = now()
        WHERE id = $1 AND status = 'FORCE_CHANGE_PASSWORD' RETURNING id`,
      [userId],
    );
    return ended.length > 0;
  }
}
