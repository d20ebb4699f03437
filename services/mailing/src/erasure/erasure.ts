import { Injectable } from '@nestjs/common';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import { defineJob, HandlesJob, Queues } from '@tomekeeper/jobs';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { openRequest, sendMail } from '../mails/mail-delivery';
import { DeliveryRecords } from '../mails/delivery-records';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';

/** Erases failed mails to an address. */
export const eraseFailedMails = defineJob({
  name: 'erase-failed-mails',
  queue: 'mailing-erase',
  payload: z.object({ sealed: z.string() }),
  attempts: 40,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 3_600_000 },
});

/** Cleanup job for expired data. */
export const sweep = defineJob({
  name: 'sweep',
  queue: 'mailing-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});
export const SWEEP_EVERY_MS = 3_600_000;

/** Erases personal data when the account is deleted, and after the retention period. */
@Injectable()
export class Erasure {
  constructor(
    private readonly keyring: Keyring,
    private readonly queues: Queues,
    private readonly subscriptions: SubscriptionsService,
    private readonly records: DeliveryRecords,
  ) {}

  /** A deleted account causes one event for its current address and one for each former address. */
  @HandlesEvent(addressDeleted)
  async onAddressDeleted(
    { sealed }: z.infer<typeof addressDeleted.payload>,
    tx: Transaction,
  ): Promise<void> {
    const email = this.addressIn(sealed);
    await this.subscriptions.erase(email, tx);
    await tx.outbox.job(eraseFailedMails, { sealed });
  }

  @HandlesJob(eraseFailedMails)
  async onEraseFailedMails({ sealed }: z.infer<typeof eraseFailedMails.payload>): Promise<void> {
    const email = this.addressIn(sealed);
    await this.queues.removeFailed(
      sendMail,
      (mail) => openRequest(mail.sealed, this.keyring)?.to === email,
    );
  }

  @HandlesJob(sweep)
  async onSweep(): Promise<void> {
    await this.records.deleteOld();
    await this.subscriptions.deleteOld();
  }

  private addressIn(sealed: string): string {
    return this.keyring.open(sealed, ADDRESS_SEAL_PURPOSE).toString();
  }
}
