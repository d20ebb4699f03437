import { Inject, Injectable } from '@nestjs/common';
import {
  MAIL_SEAL_PURPOSE,
  mailRequested,
  type MailRequest,
  type ProtectionChange,
} from '@tomekeeper/contracts-mailing';
import type { Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { caller } from '../caller/caller';
import { MAIL_KEYRING } from '../settings/pool-settings';
import type { PoolUser } from '../users/pool-user';

/** Returns the time and the client of a change, for the mail about it. */
export const changeStamp = () => ({ at: new Date().toISOString(), client: caller().client });

/** Requests mails from the mailing service. Requests are encrypted because they contain addresses and codes. */
@Injectable()
export class MailRequests {
  constructor(@Inject(MAIL_KEYRING) private readonly keyring: Keyring) {}

  async send(tx: Transaction, mail: MailRequest): Promise<void> {
    await tx.outbox.event(mailRequested, {
      sealed: this.keyring.seal(JSON.stringify(mail), MAIL_SEAL_PURPOSE),
    });
  }

  /** Mails the owner about a security-relevant change, in case another person made it. */
  async notifyOwner(tx: Transaction, user: PoolUser, change: ProtectionChange): Promise<void> {
    await this.send(tx, {
      template: 'protection-changed',
      to: user.email,
      first_name: user.givenName,
      change,
      ...changeStamp(),
    });
  }
}
