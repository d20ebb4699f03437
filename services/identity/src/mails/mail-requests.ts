import { Inject, Injectable } from '@nestjs/common';
import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import type { Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';

/** Keyring shared with the mailing service. */
export const MAIL_KEYRING = Symbol('mail keyring');

/** Asks the mailing service for mails, sealed because they hold addresses and codes. */
@Injectable()
export class MailRequests {
  constructor(@Inject(MAIL_KEYRING) private readonly keyring: Keyring) {}

  async send(tx: Transaction, mail: MailRequest): Promise<void> {
    await tx.outbox.event(mailRequested, {
      sealed: this.keyring.seal(JSON.stringify(mail), MAIL_SEAL_PURPOSE),
    });
  }
}
