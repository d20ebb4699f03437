import { Inject, Injectable } from '@nestjs/common';
import {
  ADDRESS_SEAL_PURPOSE,
  addressDeleted,
  MAX_EARLIER_ADDRESSES,
} from '@tomekeeper/contracts-identity';
import type { Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { MAIL_KEYRING, PoolSettings } from '../settings/pool-settings';
import { HAS_PROVED_ADDRESS } from '../users/pool-user';

/**
 * Verified former addresses of accounts. Other services store messages and subscriptions by address, and get an erasure
 * event for each address when the account is deleted.
 */
@Injectable()
export class EarlierAddresses {
  constructor(
    private readonly settings: PoolSettings,
    @Inject(MAIL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /**
   * Stores an account's previous address. Beyond the limit the oldest one is deleted and its data in other services is
   * erased at once: later it could not be traced to the account.
   */
  async add(tx: Transaction, userId: string, email: string): Promise<void> {
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

  /** Deletes the addresses since an undone change, because they belonged to another person. */
  async deleteSince(tx: Transaction, userId: string, changedAt: Date): Promise<void> {
    await tx.query('DELETE FROM earlier_address WHERE user_id = $1 AND left_at >= $2', [
      userId,
      changedAt,
    ]);
  }

  /** Returns an account's former addresses, newest first. */
  async of(within: Pick<Transaction, 'query'>, userId: string): Promise<string[]> {
    const rows = await within.query<{ email: string }>(
      `SELECT e.email FROM earlier_address e JOIN pool_user u ON u.id = e.user_id
        WHERE e.user_id = $1 AND e.email <> u.email ORDER BY e.left_at DESC, e.email`,
      [userId],
    );
    return emailsOf(rows);
  }

  /** Returns the addresses that an undo link can still restore. */
  async undoable(tx: Transaction, userId: string): Promise<string[]> {
    const rows = await tx.query<{ email: string }>(
      `SELECT DISTINCT u.email FROM email_change_undo u JOIN pool_user p ON p.id = u.user_id
        WHERE u.user_id = $1 AND u.expires_at > now() AND u.email <> p.email`,
      [userId],
    );
    return rows.map(({ email }) => email);
  }

  /** Requests erasure of the data that other services store under these addresses. */
  async erase(tx: Transaction, userId: string, addresses: readonly string[]): Promise<void> {
    for (const email of await this.withoutOtherOwner(tx, userId, addresses))
      await tx.outbox.event(addressDeleted, {
        sealed: this.keyring.seal(email, ADDRESS_SEAL_PURPOSE),
      });
  }

  /** Excludes addresses that another account has verified since. */
  async withoutOtherOwner(
    tx: Transaction,
    userId: string,
    addresses: readonly string[],
  ): Promise<string[]> {
    if (addresses.length === 0) return [];
    const owned = await tx.query<{ email: string }>(
      `SELECT email FROM pool_user
        WHERE pool_id = $1 AND email = ANY ($3::text[]) AND id <> $2 AND ${HAS_PROVED_ADDRESS}`,
      [this.settings.poolId, userId, addresses],
    );
    const taken = new Set(emailsOf(owned));
    return [...new Set(addresses)].filter((email) => !taken.has(email));
  }
}

const emailsOf = (rows: readonly { email: string }[]) => rows.map(({ email }) => email);
