import { Injectable } from '@nestjs/common';
import { UNDO_HOURS } from '@tomekeeper/contracts-identity';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import { createHash, randomBytes } from 'node:crypto';
import { SecurityEvents } from '../audit/security-events';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { EarlierAddresses } from '../erasure/earlier-addresses';
import { Quotas } from '../lockout/quotas';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { refuse } from '../protocol/refusals';
import { UserSessions } from '../sessions/user-sessions';
import {
  isWaiting,
  type PoolUser,
  type PoolUserRow,
  toPoolUser,
  userColumns,
} from '../users/pool-user';
import { isTaken, PoolUsers } from '../users/pool-users';
import { parseUsername } from '../users/username';

interface UndoRow {
  user_id: string;
  email: string;
  changed_at: Date;
}

const TOKEN_BYTES = 32;

/**
 * Restores the previous address of an account. Each link works once. The earliest change wins: an undo invalidates the
 * links of all later changes, and never the link of an earlier one, so that an attacker who changes the address twice
 * cannot keep it.
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

  /** @returns the token for the undo link that is mailed to the current address */
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
   * Ends all sessions and requires a password reset, because the author of the change may know the password.
   * @returns the restored address
   */
  async follow(token: string): Promise<string> {
    return this.uow.run(async (tx) => {
      const [link] = await tx.query<{ user_id: string }>(
        'SELECT user_id FROM email_change_undo WHERE token_hash = $1',
        [hashed(token)],
      );
      if (!link) throw refuse.undoLinkSpent();
      // Codes for the new address are deleted before the account is locked: confirming a change takes the locks in this
      // order.
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

/** A plain hash is enough for a random token. */
const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new address takes effect only after its owner has entered the code that was mailed to it. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly codes: VerificationCodes,
    private readonly codeMails: CodeMails,
    private readonly quotas: Quotas,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
    private readonly undos: EmailChangeUndos,
    private readonly earlier: EarlierAddresses,
  ) {}

  /** @returns the address that the code was mailed to, or undefined when the account already has it */
  async request(user: PoolUser, text: string): Promise<string | undefined> {
    const wanted = parseUsername(text);
    if (wanted.kind !== 'email') throw refuse.badAttribute('email: Invalid email address format.');
    if (wanted.email === user.email) return undefined;
    await this.quotas.take(user.id, 'attribute-code');
    const holder = await this.users.find(wanted);
    if (holder && !isWaiting(holder)) throw refuse.aliasExists();
    await this.uow.run((tx) => this.codeMails.send(tx, 'verify-email', user, wanted.email));
    return wanted.email;
  }

  /** @returns the address that the code was mailed to: the pending one, or the current one */
  async sendAgain(user: PoolUser): Promise<string> {
    const target = (await this.codes.pendingTarget(user.id, 'verify-email')) ?? user.email;
    await this.quotas.take(user.id, 'attribute-code');
    await this.uow.run((tx) => this.codeMails.send(tx, 'verify-email', user, target));
    return target;
  }

  async confirm(user: PoolUser, code: string): Promise<void> {
    try {
      await this.codes.redeem(user.id, 'verify-email', code, async (tx, target) => {
        if (target === undefined) throw refuse.codeExpired();
        await this.users.deleteWaiting(tx, target);
        if (!(await this.users.changeEmail(tx, user.id, target))) throw refuse.aliasExists();
        if (target === user.email) return;
        await this.events.record(user.id, 'email_changed', tx);
        // Mails the old address, in case another person made the change.
        await this.mails.send(tx, {
          template: 'email-changed',
          to: user.email,
          first_name: user.givenName,
          undo_path: `/undo-email-change?token=${await this.undos.offer(tx, user)}`,
          ...changeStamp(),
        });
        // After the link: an undo drops addresses by their `left_at` time.
        await this.earlier.add(tx, user.id, user.email);
      });
    } catch (error) {
      throw isTaken(error) ? refuse.aliasExists() : error;
    }
  }
}
