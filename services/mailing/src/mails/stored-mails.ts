import { Injectable } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-values';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';
import { MAIL_RETRY, sendMail } from './mail-delivery';
import { DeliveryRecords } from './delivery-records';

/** A mail that a process of the release before has stored in the table `mail`. */
export const deliverStoredMail = defineJob({
  name: 'deliver-mail',
  queue: 'mailing-deliver',
  payload: z.object({ mail_id: id }),
  ...MAIL_RETRY,
});

interface StoredMail {
  sealed: string | null;
  status: 'waiting' | 'sending' | 'sent' | 'failed';
  uncertain: number;
  is_claimed: boolean;
}

/**
 * Moves mails of the release before to where this one keeps them (ADR 0036). Goes with the table `mail`
 * in the release after this one.
 */
@Injectable()
export class StoredMails {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly records: DeliveryRecords,
  ) {}

  @HandlesJob(deliverStoredMail)
  async move({ mail_id: mailId }: z.infer<typeof deliverStoredMail.payload>): Promise<void> {
    await this.uow.run(async (tx) => {
      const [mail] = await tx.query<StoredMail>(
        `SELECT sealed, status, uncertain,
                status = 'sending' AND sending_since > now() - make_interval(secs => $2 / 1000.0) AS is_claimed
           FROM mail WHERE id = $1 FOR UPDATE`,
        [mailId, this.records.leaseMs],
      );
      if (!mail?.sealed) return;
      if (mail.is_claimed)
        throw new Error('A worker has claimed this mail, or died with it a moment ago.');
      await tx.query('DELETE FROM mail WHERE id = $1', [mailId]);
      await tx.query(
        `INSERT INTO mail_delivery (mail_id, template, uncertain) VALUES ($1, 'stored', $2)`,
        [mailId, mail.uncertain + (mail.status === 'sending' ? 1 : 0)],
      );
      await tx.outbox.job(sendMail, { sealed: mail.sealed }, { id: mailId });
    });
  }

  /** Erases failed mails that were for somebody whose account is deleted. */
  async eraseFailed(tx: Transaction, isTheirs: (sealed: string) => boolean): Promise<void> {
    const failed = await tx.query<{ id: string; sealed: string }>(
      `SELECT id, sealed FROM mail WHERE status = 'failed' AND sealed IS NOT NULL`,
    );
    const theirs = failed.filter(({ sealed }) => isTheirs(sealed)).map(({ id: mailId }) => mailId);
    if (theirs.length > 0) await tx.query('DELETE FROM mail WHERE id = ANY ($1)', [theirs]);
  }

  async deleteOld(): Promise<void> {
    await this.uow.query(
      `DELETE FROM mail WHERE status IN ('sent', 'failed') AND finished_at < now() - interval '30 days'`,
    );
  }
}
