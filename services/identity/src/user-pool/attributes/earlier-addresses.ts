import { Inject, Injectable } from '@nestjs/common';
import {
  ADDRESS_SEAL_PURPOSE,
  addressDeleted,
  MAX_EARLIER_ADDRESSES,
} from '@tomekeeper/contracts-identity';
import type { Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { MAIL_KEYRING } from '../../mails/mail-requests';
import { PoolSettings } from '../pool-settings';

/**
 * Verified addresses that accounts have had. Other services keep messages and subscriptions by address, and
 * are told of every one of them when the account is deleted.
 */
@Injectable()
export class EarlierAddresses {
  constructor(
    private readonly settings: PoolSettings,
    @Inject(MAIL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /**
   * Keeps the address that an account is leaving. Beyond the bound the oldest one is dropped, and what is
   * kept under it is erased now: later nobody would know whose it was.
   */
  async keep(tx: Transaction, userId: string, email: string): Promise<void> {
    await tx.query(
      `INSERT INTO earlier_address (user_id, email) VALUES ($1, $2)
       ON CONFLICT (user_id, email) DO UPDATE SET left_at = excluded.left_at`,
      [userId, email],
    );
    const dropped = await tx.query<{ email: string }>(
      `DELETE FROM earlier_address WHERE user_id = $1 AND email IN (
         SELECT email FROM earlier_address WHERE user_id = $1
          ORDER BY left_at DESC, email OFFSET ${MAX_EARLIER_ADDRESSES})
       RETURNING email`,
      [userId],
    );
    await this.erase(tx, userId, emailsOf(dropped));
  }

  /** Drops the addresses since a change that was undone: they were somebody else's. */
  async dropSince(tx: Transaction, userId: string, changedAt: Date): Promise<void> {
    await tx.query('DELETE FROM earlier_address WHERE user_id = $1 AND left_at >= $2', [
      userId,
      changedAt,
    ]);
  }

  /** All of an account's, newest first. */
  async of(within: Pick<Transaction, 'query'>, userId: string): Promise<string[]> {
    const rows = await within.query<{ email: string }>(
      `SELECT e.email FROM earlier_address e JOIN pool_user u ON u.id = e.user_id
        WHERE e.user_id = $1 AND e.email <> u.email ORDER BY e.left_at DESC, e.email`,
      [userId],
    );
    return emailsOf(rows);
  }

  /** Tells the other services to erase what they keep under these addresses of this account. */
  async erase(tx: Transaction, userId: string, addresses: readonly string[]): Promise<void> {
    for (const email of await this.withoutOtherOwner(tx, userId, addresses))
      await tx.outbox.event(addressDeleted, {
        sealed: this.keyring.seal(email, ADDRESS_SEAL_PURPOSE),
      });
  }

  /** Those of the addresses that no other account has proved to be its own by now. */
  async withoutOtherOwner(
    tx: Transaction,
    userId: string,
    addresses: readonly string[],
  ): Promise<string[]> {
    if (addresses.length === 0) return [];
    const owned = await tx.query<{ email: string }>(
      `SELECT email FROM pool_user
        WHERE pool_id = $1 AND email = ANY ($3::text[]) AND id <> $2 AND status <> 'UNCONFIRMED'`,
      [this.settings.poolId, userId, addresses],
    );
    const taken = new Set(emailsOf(owned));
    return [...new Set(addresses)].filter((email) => !taken.has(email));
  }
}

const emailsOf = (rows: readonly { email: string }[]) => rows.map(({ email }) => email);
