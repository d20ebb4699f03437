import { Injectable } from '@nestjs/common';
import { mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { forgetSubscriber } from '../subscriptions/forget-subscriber';
import { deliverMail } from './mail-jobs';
import { Mails } from './mails';
import { openRequest, sealRequest } from './sealed-request';

/** Takes requests for mails in, from other services and from this one. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly keyring: Keyring,
    private readonly mails: Mails,
  ) {}

  /** The inbox lets each event through once, so there is one row, one job and one mail for it. */
  @HandlesEvent(mailRequested)
  async accept({ sealed }: z.infer<typeof mailRequested.payload>, tx: Transaction): Promise<void> {
    await this.store(sealed, tx);
    const request = openRequest(sealed, this.keyring);
    // Who leaves the product wants no news of it either, and nothing of theirs may stay.
    if (request?.template !== 'account-deleted') return;
    await forgetSubscriber(request.to, tx);
    await this.mails.eraseFailed(
      tx,
      (failed) => openRequest(failed, this.keyring)?.to === request.to,
    );
  }

  /** A mail of this service's own. */
  async send(request: MailRequest, tx: Transaction): Promise<void> {
    await this.store(sealRequest(request, this.keyring), tx);
  }

  private async store(sealed: string, tx: Transaction): Promise<void> {
    const mailId = randomUUID();
    await tx.query(`INSERT INTO mail (id, status, sealed) VALUES ($1, 'waiting', $2)`, [
      mailId,
      sealed,
    ]);
    await tx.outbox.job(deliverMail, { mail_id: mailId });
  }
}
