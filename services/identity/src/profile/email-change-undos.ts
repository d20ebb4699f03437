import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UNDO_HOURS } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { EarlierAddresses } from '../erasure/earlier-addresses';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { refuse } from '../protocol/refusals';
import { UserSessions } from '../sessions/user-sessions';
import { toPoolUser, userColumns, type PoolUser, type PoolUserRow } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';

interface UndoRow {
  user_id: string;
  email: string;
  changed_at: Date;
}

const TOKEN_BYTES = 32;

/**
 * Gives an account back to the address that it had. Each link works once. Of several changes the first
 * counts: an undo voids the links of all later ones, and never one of an earlier one, so that a thief who
 * changes the address twice can not keep it.
 */
@Injectable()
export class EmailChangeUndos {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly sessions: UserSessions,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
    private readonly earlier: EarlierAddresses,
  ) {}

  /** @returns what the link to the address of now holds */
  async offer(tx: Transaction, user: PoolUser): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await tx.query(
      `INSERT INTO email_change_undo (token_hash, user_id, email, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(hours => $4))`,
      [hashed(token), user.id, user.email, UNDO_HOURS],
    );
    return token;
  }

  /**
   * Ends every session and requires a new password at the next sign-in: whoever made the change may know
   * the old one. @returns the address that counts again
   */
  async follow(token: string): Promise<string> {
    return this.uow.run(async (tx) => {
      const [link] = await tx.query<{ user_id: string }>(
        'SELECT user_id FROM email_change_undo WHERE token_hash = $1',
        [hashed(token)],
      );
      if (!link) throw refuse.undoLinkSpent();
      // Codes that went to the other address, before the account: in the order in which confirming
      // a change takes them.
      await tx.query('DELETE FROM verification_code WHERE user_id = $1', [link.user_id]);
      const [row] = await tx.query<PoolUserRow>(
        `SELECT ${userColumns()} FROM pool_user WHERE id = $1 FOR UPDATE`,
        [link.user_id],
      );
      const [undo] = await tx.query<UndoRow>(
        `DELETE FROM email_change_undo WHERE token_hash = $1 AND expires_at > now()
         RETURNING user_id, email, changed_at`,
        [hashed(token)],
      );
      if (!row || !undo) throw refuse.undoLinkSpent();
      await this.restore(tx, toPoolUser(row), undo);
      return undo.email;
    });
  }

  private async restore(tx: Transaction, user: PoolUser, undo: UndoRow): Promise<void> {
    await this.users.deleteWaiting(tx, undo.email);
    if (!(await this.users.changeEmail(tx, user.id, undo.email))) throw refuse.undoAddressTaken();
    await tx.query(
      `UPDATE pool_user SET status = 'RESET_REQUIRED', temporary_password_until = NULL WHERE id = $1`,
      [user.id],
    );
    await tx.query('DELETE FROM email_change_undo WHERE user_id = $1 AND changed_at >= $2', [
      user.id,
      undo.changed_at,
    ]);
    await this.earlier.deleteSince(tx, user.id, undo.changed_at);
    await this.sessions.endAll(tx, user.id);
    await this.events.record(user.id, 'email_change_undone', tx);
    if (user.email === undo.email) return;
    await this.mails.send(tx, {
      template: 'email-change-undone',
      to: user.email,
      first_name: user.givenName,
      ...changeStamp(),
    });
  }
}

/** The token is random enough that a plain hash tells nothing. */
const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();
