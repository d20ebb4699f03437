import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { GuessLockout } from '../lockout/guess-lockout';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { UserSessions } from '../sessions/user-sessions';
import type { PoolUser } from '../users/pool-user';
import { Passwords, type SealedPassword } from './passwords';

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
