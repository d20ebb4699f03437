import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import { VerificationCodes } from '../codes/verification-codes';
import { Passwords, type SealedPassword } from '../passwords/passwords';
import { confirmedSignUp } from './confirmed-sign-up';

/** Profile fields of a sign-up. */
export interface ApplicantNames {
  givenName: string;
  familyName: string;
  phoneNumber: string;
}

interface WaitingRow {
  id: string;
  session_hashes: Buffer[];
  sealed: string;
  sealed_invite: string | null;
  given_name: string;
  family_name: string;
  phone_number: string;
  expires_at: Date;
}

const SESSION_BYTES = 96;
/** Per address. Beyond this limit the oldest is deleted; its owner can reset the password. */
const MAX_WAITING = 5;
/** Days until a pending sign-up expires. Its code can be sent again until then. */
export const WAITING_DAYS = 7;

/**
 * Pending sign-ups. Anyone may sign up with any address, so several may wait for one account, each with a password,
 * names, a session that only its client has, and the invite that its client opened. The caller must lock the account's row.
 */
@Injectable()
export class WaitingSignUps {
  constructor(
    private readonly passwords: Passwords,
    private readonly codes: VerificationCodes,
  ) {}

  /**
   * @param given.ownSession session id that the client generated, in addition to the server's
   * @returns the session, and the slot for the sign-up's code
   */
  async add(
    tx: Transaction,
    { userId, sealed }: SealedPassword,
    names: ApplicantNames,
    {
      ownSession,
      sealedInvite,
    }: { ownSession?: string | undefined; sealedInvite?: string | undefined },
  ): Promise<{ session: string; slot: string }> {
    const id = randomUUID();
    const session = randomBytes(SESSION_BYTES).toString('base64url');
    const [row] = await tx.query<{ is_first: boolean }>(
      `INSERT INTO waiting_sign_up
         (id, user_id, session_hashes, sealed, given_name, family_name, phone_number, sealed_invite,
          expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '${WAITING_DAYS} days')
       RETURNING NOT EXISTS (SELECT FROM waiting_sign_up WHERE user_id = $2) AS is_first`,
      [
        id,
        userId,
        [session, ...(ownSession ? [ownSession] : [])].map(hashed),
        sealed,
        names.givenName,
        names.familyName,
        names.phoneNumber,
        sealedInvite ?? null,
      ],
    );
    const dropped = await tx.query<{ id: string }>(
      `DELETE FROM waiting_sign_up WHERE user_id = $1 AND id NOT IN (
         SELECT id FROM waiting_sign_up WHERE user_id = $1
          ORDER BY created_at DESC, id LIMIT ${MAX_WAITING}) RETURNING id`,
      [userId],
    );
    for (const { id: slot } of dropped)
      await this.codes.delete(tx, userId, 'confirm-sign-up', slot);
    return { session, slot: row?.is_first ? '' : id };
  }

  /**
   * Gives the account the password and names of the sign-up with one of these sessions, if any, and deletes all pending
   * sign-ups.
   * @returns the invite of that sign-up; undefined if the account has no password
   */
  async settle(
    tx: Transaction,
    userId: string,
    sessions: readonly string[],
  ): Promise<{ sealedInvite: string | null } | undefined> {
    const rows = await tx.query<WaitingRow>(
      `DELETE FROM waiting_sign_up WHERE user_id = $1
        RETURNING id, session_hashes, sealed, sealed_invite, given_name, family_name, phone_number,
                  expires_at`,
      [userId],
    );
    const waiting = rows.map((row) => ({
      sessionHashes: row.session_hashes,
      expiresAt: row.expires_at,
      row,
    }));
    const confirmed = confirmedSignUp(waiting, sessions.map(hashed), new Date())?.row;
    if (confirmed) await this.passwords.store(tx, { userId, sealed: confirmed.sealed });
    else await tx.query('DELETE FROM pool_secret WHERE user_id = $1', [userId]);
    await tx.query(
      `UPDATE pool_user SET given_name = $2, family_name = $3, phone_number = $4, updated_at = now()
        WHERE id = $1`,
      [
        userId,
        confirmed?.given_name ?? '',
        confirmed?.family_name ?? '',
        confirmed?.phone_number ?? '',
      ],
    );
    return confirmed && { sealedInvite: confirmed.sealed_invite };
  }

  /** Returns whether any pending sign-up has an invite. */
  async haveInvite(tx: Transaction, userId: string): Promise<boolean> {
    const found = await tx.query(
      `SELECT 1 FROM waiting_sign_up
        WHERE user_id = $1 AND sealed_invite IS NOT NULL AND expires_at > now() LIMIT 1`,
      [userId],
    );
    return found.length > 0;
  }

  /** Deletes the pending sign-ups and their data, because another person may have entered it. */
  async delete(tx: Transaction, userId: string): Promise<void> {
    await tx.query('DELETE FROM waiting_sign_up WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM pool_secret WHERE user_id = $1', [userId]);
    await tx.query(
      `UPDATE pool_user SET given_name = '', family_name = '', phone_number = '', updated_at = now()
        WHERE id = $1`,
      [userId],
    );
  }
}

/** A plain hash is enough for a random session. */
const hashed = (session: string): Buffer => createHash('sha256').update(session).digest();
