import { Injectable } from '@nestjs/common';
import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import type { z } from 'zod';
import { sendMail } from './mail-delivery';

/** Takes requests for mails from other services and from this one. */
@Injectable()
export class MailRequests {
  constructor(private readonly keyring: Keyring) {}

  /** The inbox lets each event through once, so there is one job and one mail for it. */
  @HandlesEvent(mailRequested)
  async accept({ sealed }: z.infer<typeof mailRequested.payload>, tx: Transaction): Promise<void> {
    await tx.outbox.job(sendMail, { sealed });
  }

  /** A mail of this service's own. */
  async send(request: MailRequest, tx: Transaction): Promise<void> {
    const sealed = this.keyring.seal(JSON.stringify(request), MAIL_SEAL_PURPOSE);
    await tx.outbox.job(sendMail, { sealed });
  }
}
