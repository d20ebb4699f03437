import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { UserSessions } from '../sessions/user-sessions';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import { EarlierAddresses } from './earlier-addresses';

/** Permanently deletes an account and notifies the other services. */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly sessions: UserSessions,
    private readonly mails: MailRequests,
    private readonly earlier: EarlierAddresses,
  ) {}

  async delete(user: PoolUser): Promise<void> {
    await this.uow.run((tx) => this.deleteIn(tx, user));
  }

  async deleteIn(tx: Transaction, user: PoolUser): Promise<void> {
    const reference = randomUUID();
    // Must precede the deletion, while the sessions are known: their tokens must be revoked too.
    await this.sessions.endAll(tx, user.id);
    const earlier = await this.earlier.of(tx, user.id);
    // Addresses that were changed recently must be notified too.
    const informed = await this.earlier.withoutOtherOwner(tx, user.id, [
      user.email,
      ...(await this.earlier.undoable(tx, user.id)),
    ]);
    // A concurrent request may have changed the address since this request read it.
    const last = (await this.users.delete(tx, user.id)) ?? user.email;
    await tx.query('INSERT INTO erasure_record (reference) VALUES ($1)', [reference]);
    await tx.outbox.event(personDeleted, { person_id: user.id });
    await this.earlier.erase(tx, user.id, [user.email, last, ...earlier]);
    for (const to of informed)
      await this.mails.send(tx, {
        template: 'account-deleted',
        to,
        first_name: user.givenName,
        reference,
        ...changeStamp(),
      });
  }
}
