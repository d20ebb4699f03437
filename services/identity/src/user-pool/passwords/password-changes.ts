import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { MailRequests } from '../../mails/mail-requests';
import { changeStamp } from '../audit/protection-mails';
import { SecurityEvents } from '../audit/security-events';
import { PasswordLockout } from '../lockout/password-lockout';
import { UserSessions } from '../tokens/user-sessions';
import type { PoolUser } from '../users/pool-user';
import type { RemovedFactors } from './factor-removal';
import { Passwords, type SealedPassword } from './passwords';

/** What a new password brings with it, however it came about. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly sessions: UserSessions,
    private readonly lockout: PasswordLockout,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
  ) {}

  /** The person changed it: their other sessions end. */
  async change(user: PoolUser, password: string, keepSession: string): Promise<void> {
    const prepared = await this.passwords.prepare(user.id, password);
    await this.uow.run((tx) => this.replace(tx, user, prepared, keepSession));
  }

  /** The person got back in by a code. @param removed what signs in no longer; absent when all was kept */
  async reset(
    tx: Transaction,
    user: PoolUser,
    prepared: SealedPassword,
    removed: RemovedFactors | undefined,
  ): Promise<void> {
    await this.store(tx, user, prepared);
    await this.events.record(user.id, 'password_reset', tx);
    await this.mails.send(tx, {
      template: 'password-reset',
      to: user.email,
      first_name: user.givenName,
      factors: removed ? 'removed' : 'kept',
      passkeys: removed?.passkeys ?? 0,
      second_factors: removed?.secondFactors ?? [],
      ...changeStamp(),
    });
  }

  /** Puts a password in place, inside whatever made that right. */
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

  private async store(
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
