import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ADDRESS_SEAL_PURPOSE,
  addressDeleted,
  personDeleted,
} from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { MAIL_KEYRING, MailRequests } from '../../mails/mail-requests';
import { EmailChangeUndos } from '../attributes/email-change-undos';
import { changeStamp } from '../audit/protection-mails';
import { UserSessions } from '../tokens/user-sessions';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';

/** Ends an account for good, here and with everyone who hears of it. */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly sessions: UserSessions,
    private readonly mails: MailRequests,
    private readonly undos: EmailChangeUndos,
    @Inject(MAIL_KEYRING) private readonly keyring: Keyring,
  ) {}

  async delete(user: PoolUser): Promise<void> {
    await this.uow.run((tx) => this.deleteIn(tx, user));
  }

  async deleteIn(tx: Transaction, user: PoolUser): Promise<void> {
    const reference = randomUUID();
    // First, while the sessions are still known: their tokens must stop working too.
    await this.sessions.endAll(tx, user.id);
    // Whose address was changed lately must hear of this too.
    const addresses = [user.email, ...(await this.undos.addressesOf(tx, user.id))];
    await this.users.remove(tx, user.id);
    await tx.query('INSERT INTO erasure_record (reference) VALUES ($1)', [reference]);
    await tx.outbox.event(personDeleted, { person_id: user.id });
    await tx.outbox.event(addressDeleted, {
      sealed: this.keyring.seal(user.email, ADDRESS_SEAL_PURPOSE),
    });
    for (const to of addresses)
      await this.mails.send(tx, {
        template: 'account-deleted',
        to,
        first_name: user.givenName,
        reference,
        ...changeStamp(),
      });
  }
}
