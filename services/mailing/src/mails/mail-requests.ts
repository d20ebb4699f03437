import { Injectable } from '@nestjs/common';
import { mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { AddressErasure } from './address-erasure';
import { deliverMail } from './mail-jobs';
import { openRequest, sealRequest } from './sealed-request';

/** Takes requests for mails in, from other services and from this one. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly keyring: Keyring,
    private readonly erasure: AddressErasure,
  ) {}

  /** The inbox lets each event through once, so there is one row, one job and one mail for it. */
  @HandlesEvent(mailRequested)
  async accept({ sealed }: z.infer<typeof mailRequested.payload>, tx: Transaction): Promise<void> {
    await this.store(sealed, tx);
    const request = openRequest(sealed, this.keyring);
    // Identity services of the release before tell of a deleted address by this mail alone.
    if (request?.template === 'account-deleted') await this.erasure.erase(request.to, tx);
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
