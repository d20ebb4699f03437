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

/** What a new password brings with it, however it came about. */
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

  /** The person changed it: their other sessions end. */
  async change(user: PoolUser, password: string, keepSession: string): Promise<void> {
    const prepared = await this.passwords.prepare(user.id, password);
    await this.uow.run((tx) => this.replace(tx, user, prepared, keepSession));
  }

  /** The same within a transaction of the caller's, with an event and a mail for the owner. */
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

  /** Puts a password in place, ends the sessions of before and lifts locks. */
  async store(
    tx: Transaction,
    { id }: PoolUser,
    prepared: SealedPassword,
    keepSession?: string,
  ): Promise<void> {
    // First, as it locks the account: in the order in which everyone takes the two.
    await this.sessions.endAll(tx, id, keepSession);
    await this.passwords.store(tx, prepared);
    await this.lockout.clear(id, tx);
  }
}

/** Passwords that an operator gave, until their owners choose their own. */
@Injectable()
export class TemporaryPasswords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly passwords: Passwords,
    private readonly changes: PasswordChanges,
    private readonly users: PoolUsers,
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

  /**
   * The account's owner chooses a password in place of the temporary one.
   * @param alongside what must happen with it, or not at all
   * @returns the account as it is now
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
    // The operator who gave the temporary one knows it.
    if (await this.passwords.matches(user.id, password))
      throw refuse.badPassword(['Password must differ from the temporary one']);
    const prepared = await this.passwords.prepare(user.id, password);
    return this.uow.run(async (tx) => {
      // An operator may have given another one since.
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

  /** Its owner has chosen another. @returns false when that has happened already */
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
