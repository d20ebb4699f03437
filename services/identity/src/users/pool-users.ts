import { Injectable } from '@nestjs/common';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { DecoyUsers } from './decoy-users';
import { IS_WAITING, type PoolUser, type PoolUserRow, toPoolUser, userColumns } from './pool-user';
import { parseUsername, type Username } from './username';

/** PostgreSQL error code of a unique constraint violation. */
const UNIQUE_VIOLATION = '23505';

/** Tables that reference accounts and decoys without a foreign key. */
const ACCOUNT_TABLES = ['auth_session', 'verification_code', 'guess_count', 'code_quota'];

@Injectable()
export class PoolUsers {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
  ) {}

  async find(username: Username): Promise<PoolUser | undefined> {
    switch (username.kind) {
      case 'email':
        return this.one('email = $2', username.email);
      case 'id':
        return this.one('id = $2', username.id);
      case 'other':
        return undefined;
    }
  }

  /** @returns false when the address is taken */
  async add(tx: Transaction, user: PoolUser): Promise<boolean> {
    const added = await tx.query(
      `INSERT INTO pool_user
         (id, pool_id, email, email_verified, status, enabled, given_name, family_name, phone_number)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
      [
        user.id,
        this.settings.poolId,
        user.email,
        user.emailVerified,
        user.status,
        user.enabled,
        user.givenName,
        user.familyName,
        user.phoneNumber,
      ],
    );
    return added.length > 0;
  }

  /**
   * Locks the account's row until the transaction ends. Must be the transaction's first lock, as at the start of a
   * session.
   */
  async lock(tx: Transaction, userId: string): Promise<PoolUser | undefined> {
    const [row] = await tx.query<PoolUserRow>(
      `SELECT ${userColumns()} FROM pool_user WHERE id = $1 FOR NO KEY UPDATE`,
      [userId],
    );
    return row && toPoolUser(row);
  }

  /** Marks the address as verified, which permits sign-in or a password reset. */
  async confirm(
    tx: Transaction,
    userId: string,
    status: 'CONFIRMED' | 'RESET_REQUIRED' = 'CONFIRMED',
  ): Promise<void> {
    await tx.query(
      `UPDATE pool_user SET status = $2, email_verified = true, updated_at = now() WHERE id = $1`,
      [userId, status],
    );
  }

  /**
   * Changes the given names only.
   * @returns the account, or undefined when it was deleted
   */
  async rename(
    userId: string,
    names: { givenName?: string | undefined; familyName?: string | undefined },
    within: Pick<Transaction, 'query'> = this.uow,
  ): Promise<PoolUser | undefined> {
    const [row] = await within.query<PoolUserRow>(
      `UPDATE pool_user
          SET given_name = coalesce($2, given_name), family_name = coalesce($3, family_name),
              updated_at = now()
        WHERE id = $1 RETURNING ${userColumns()}`,
      [userId, names.givenName ?? null, names.familyName ?? null],
    );
    return row && toPoolUser(row);
  }

  /** @returns false when another account has the address */
  async changeEmail(tx: Transaction, userId: string, email: string): Promise<boolean> {
    const changed = await tx.query(
      `UPDATE pool_user SET email = $3, email_verified = true, updated_at = now()
        WHERE id = $1 AND NOT EXISTS (
          SELECT 1 FROM pool_user WHERE pool_id = $2 AND email = $3 AND id <> $1)
        RETURNING id`,
      [userId, this.settings.poolId, email],
    );
    return changed.length > 0;
  }

  /** Deletes an account with an unconfirmed address. */
  async deleteWaiting(tx: Transaction, email: string): Promise<void> {
    const waiting = `pool_id = $1 AND email = $2 AND ${IS_WAITING}`;
    const parameters = [this.settings.poolId, email];
    // Codes before the account: confirming a sign-up takes the locks in this order.
    await tx.query(
      `DELETE FROM verification_code
        WHERE user_id IN (SELECT id FROM pool_user WHERE ${waiting})`,
      parameters,
    );
    // The account may have been confirmed meanwhile.
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM pool_user WHERE ${waiting} FOR UPDATE`,
      parameters,
    );
    for (const { id } of rows) await this.delete(tx, id);
  }

  /**
   * Deletes the account and all rows that reference it, also those without a foreign key.
   * @returns the account's last address, or undefined when it was already deleted
   */
  async delete(tx: Transaction, userId: string): Promise<string | undefined> {
    for (const table of ACCOUNT_TABLES)
      await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    const [row] = await tx.query<{ email: string }>(
      'DELETE FROM pool_user WHERE id = $1 RETURNING email',
      [userId],
    );
    return row?.email;
  }

  private async one(condition: string, value: string): Promise<PoolUser | undefined> {
    const [row] = await this.uow.queryOften<PoolUserRow>(
      `SELECT ${userColumns()} FROM pool_user WHERE pool_id = $1 AND ${condition}`,
      [this.settings.poolId, value],
    );
    return row && toPoolUser(row);
  }
}

/** Returns whether the error means that a concurrent request took the address. */
export function isTaken(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === UNIQUE_VIOLATION
  );
}

/** The subject of a request: an account, or the decoy of one that does not exist. */
export interface Subject {
  /** Key of sessions, codes, lockouts and quotas. */
  id: string;
  user: PoolUser | undefined;
  username: Username;
}

/** Finds the subject of a request. Only clients with `tellsUnknownUsers` learn that an account does not exist. */
@Injectable()
export class Subjects {
  constructor(
    private readonly users: PoolUsers,
    private readonly decoys: DecoyUsers,
  ) {}

  /** @throws {ProtocolError} for an unknown user, if the client has `tellsUnknownUsers` */
  async find(text: string, client?: Pick<PoolClient, 'tellsUnknownUsers'>): Promise<Subject> {
    const username = parseUsername(text);
    const user = await this.users.find(username);
    if (!user && client?.tellsUnknownUsers) throw refuse.userNotFound();
    return { id: user?.id ?? this.decoys.idOf(username), user, username };
  }
}

/** Returns the subject of an existing account. */
export function subjectOf(user: PoolUser): Subject {
  return { id: user.id, user, username: { kind: 'email', email: user.email } };
}
