import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import type { AuthenticatorTransport } from '@simplewebauthn/server';

/** A passkey of an account. Only the public key is stored. */
export interface Passkey {
  credentialId: string;
  userId: string;
  publicKey: Buffer;
  counter: number;
  transports: AuthenticatorTransport[];
  name: string;
  rpId: string;
  attachment: string | undefined;
  createdAt: Date;
}

interface PasskeyRow {
  credential_id: string;
  user_id: string;
  public_key: Buffer;
  counter: string;
  transports: AuthenticatorTransport[];
  name: string;
  rp_id: string;
  attachment: string | null;
  created_at: Date;
}

/** Passkeys per account; the managed service has the same limit. */
export const MAX_PASSKEYS = 20;

const COLUMNS =
  'credential_id, user_id, public_key, counter, transports, name, rp_id, attachment, created_at';

@Injectable()
export class Passkeys {
  constructor(private readonly uow: UnitOfWork) {}

  /** Returns the account's passkeys, oldest first. */
  async of(userId: string): Promise<Passkey[]> {
    const rows = await this.uow.query<PasskeyRow>(
      `SELECT ${COLUMNS} FROM passkey WHERE user_id = $1
        ORDER BY created_at, credential_id LIMIT ${MAX_PASSKEYS}`,
      [userId],
    );
    return rows.map(toPasskey);
  }

  async find(userId: string, credentialId: string): Promise<Passkey | undefined> {
    const [row] = await this.uow.query<PasskeyRow>(
      `SELECT ${COLUMNS} FROM passkey WHERE user_id = $1 AND credential_id = $2`,
      [userId, credentialId],
    );
    return row && toPasskey(row);
  }

  /** @returns false when the credential is already registered */
  async add(tx: Transaction, passkey: Omit<Passkey, 'createdAt'>): Promise<boolean> {
    const added = await tx.query(
      `INSERT INTO passkey
         (credential_id, user_id, public_key, counter, transports, name, rp_id, attachment)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING credential_id`,
      [
        passkey.credentialId,
        passkey.userId,
        passkey.publicKey,
        passkey.counter,
        passkey.transports,
        passkey.name,
        passkey.rpId,
        passkey.attachment ?? null,
      ],
    );
    return added.length > 0;
  }

  /** @returns the passkey's name, or undefined when the account has no such passkey */
  async remove(tx: Transaction, userId: string, credentialId: string): Promise<string | undefined> {
    const [removed] = await tx.query<{ name: string }>(
      'DELETE FROM passkey WHERE user_id = $1 AND credential_id = $2 RETURNING name',
      [userId, credentialId],
    );
    return removed?.name;
  }

  /**
   * Stores the signature counter. The stored counter never decreases, because a cloned key could otherwise hide its
   * use.
   */
  async used(credentialId: string, counter: number): Promise<void> {
    await this.uow.query(
      `UPDATE passkey SET counter = greatest(counter, $2), last_used_at = now()
        WHERE credential_id = $1`,
      [credentialId, counter],
    );
  }
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  credentialId: row.credential_id,
  userId: row.user_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports,
  name: row.name,
  rpId: row.rp_id,
  attachment: row.attachment ?? undefined,
  createdAt: row.created_at,
});
