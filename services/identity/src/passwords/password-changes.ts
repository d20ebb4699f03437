import { Injectable } from '@nestjs/common';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { GuessLockout } from '../lockout/guess-lockout';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { Passwords, type SealedPassword } from './passwords';
import { refuse } from '../protocol/refusals';
import { UserSessions } from '../sessions/user-sessions';
import { PoolSettings } from '../settings/pool-settings';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';

/** Applies the consequences of a new password. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly sessions: UserSessions,
    private readonly lockout: GuessLockout,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
  ) {}

  /** Changes the user's own password and ends their other sessions. */
  async change(user: PoolUser, password: string, keepSession: string): Promise<void> {
    const prepared = await this.passwords.prepare(user.id, password);
    await this.uow.run((tx) => this.replace(tx, user, prepared, keepSession));
  }

  /** Like `change`, in the caller's transaction; records an event and mails the owner. */
  async replace(
    tx: Transaction,
    user: PoolUser,
    prepared: SealedPassword,
    keepSession?: string,
  ): Promise<void> {
    await this.store(tx, user, prepared, keepSession);
    const event = keepSession === undefined ? 'password_reset' : 'password_changed';
    await this.events.record(user.id, event, tx);
    await this.mails.send(tx, {
      template: 'password-changed',
      to: user.email,
      first_name: user.givenName,
      ...changeStamp(),
    });
  }

  /** Stores a password, ends previous sessions and clears lockouts. */
  async store(
    tx: Transaction,
    { id }: PoolUser,
    prepared: SealedPassword,
    keepSession?: string,
  ): Promise<void> {
    // First, because it locks the account: all transactions take the two locks in this order.
    await this.sessions.endAll(tx, id, keepSession);
    await this.passwords.store(tx, prepared);
    await this.lockout.clear(id, tx);
  }
}

/** Temporary passwords that operators set, until the owner chooses a new one. */
@Injectable()
export class TemporaryPasswords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly passwords: Passwords,
    private readonly changes: PasswordChanges,
    private readonly users: PoolUsers,
  ) {}

  /** Signing in with it requires a new password, and is possible for a few days only. */
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

  /** A temporary password without an expiry date never expires. */
  async hasExpired(userId: string): Promise<boolean> {
    const expired = await this.uow.query(
      'SELECT 1 FROM pool_user WHERE id = $1 AND temporary_password_until <= $2',
      [userId, new Date()],
    );
    return expired.length > 0;
  }

  /**
   * Replaces the temporary password by the owner's own.
   * @param alongside runs in the same transaction
   * @returns the updated account
   */
  async replace(
    user: PoolUser,
    password: string,
    names: { givenName?: string | undefined; familyName?: string | undefined },
    alongside: (tx: Transaction) => Promise<void>,
  ): Promise<PoolUser> {
    this.passwords.expectAllowed(password, {
      email: user.email,
      givenName: names.givenName ?? user.givenName,
      familyName: names.familyName ?? user.familyName,
    });
    // The operator knows the temporary password.
    if (await this.passwords.matches(user.id, password))
      throw refuse.badPassword(['Password must differ from the temporary one']);
    const prepared = await this.passwords.prepare(user.id, password);
    return this.uow.run(async (tx) => {
      // An operator may have set another one since.
      const locked = await this.users.lock(tx, user.id);
      if (locked?.credentialEpoch !== user.credentialEpoch) throw refuse.invalidSession();
      await alongside(tx);
      if (!(await this.end(tx, user.id))) throw refuse.invalidSession();
      await this.changes.replace(tx, user, prepared);
      const changed = await this.users.rename(user.id, names, tx);
      if (!changed) throw refuse.invalidSession();
      return changed;
    });
  }

  /**
   * Marks the account as confirmed.
   * @returns false when it already was
   */
  private async end(tx: Transaction, userId: string): Promise<boolean> {
    const ended = await tx.query(
      `UPDATE pool_user
          SET status = 'CONFIRMED', temporary_password_until = NULL, updated_at = now()
        WHERE id = $1 AND status = 'FORCE_CHANGE_PASSWORD' RETURNING id`,
      [userId],
    );
    return ended.length > 0;
  }
}
