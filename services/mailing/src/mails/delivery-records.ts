import { Inject, Injectable } from '@nestjs/common';
import { LOCK_MS } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import type { SmtpFailure } from './smtp-failure';

/**
 * Delivery status by mail id: prevents a repeated job from sending its mail twice, and counts attempts with an unknown
 * outcome. Contains neither content nor recipient.
 */
@Injectable()
export class DeliveryRecords {
  /**
   * The queue reassigns a job when its worker has not renewed the lock for this long. A mail that has been in delivery
   * for longer belongs to a dead worker and may be claimed again. Milliseconds.
   */
  readonly leaseMs: number;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) { QUEUE_LOCK_MS: lockMs = LOCK_MS }: Pick<Config, 'QUEUE_LOCK_MS'>,
  ) {
    this.leaseMs = lockMs;
  }

  /**
   * Claims a mail for delivery, exclusively until it is settled or the lease expires.
   * @returns the number of earlier attempts that may have reached the mail server, or the reason why there is nothing
   * to send
   */
  async claim(
    mailId: string,
    template: string,
  ): Promise<{ uncertain: number } | 'sent' | 'claimed by another worker'> {
    const [claimed] = await this.uow.query<{ uncertain: number }>(
      `INSERT INTO mail_delivery AS earlier (mail_id, template, sending_since) VALUES ($1, $2, now())
       ON CONFLICT (mail_id) DO UPDATE
         SET sending_since = now(),
             uncertain = earlier.uncertain + (earlier.sending_since IS NOT NULL)::int
         WHERE earlier.sent_at IS NULL
           AND (earlier.sending_since IS NULL
                OR earlier.sending_since < now() - make_interval(secs => $3 / 1000.0))
       RETURNING uncertain`,
      [mailId, template, this.leaseMs],
    );
    if (claimed) return claimed;
    const [{ sent } = { sent: false }] = await this.uow.query<{ sent: boolean }>(
      'SELECT sent_at IS NOT NULL AS sent FROM mail_delivery WHERE mail_id = $1',
      [mailId],
    );
    return sent ? 'sent' : 'claimed by another worker';
  }

  /** Marks the mail as accepted by the mail server. */
  async markSent(mailId: string): Promise<void> {
    await this.uow.query(
      'UPDATE mail_delivery SET sent_at = now(), sending_since = NULL WHERE mail_id = $1',
      [mailId],
    );
  }

  /** Marks the mail as not sent, as far as known. */
  async markUnsent(mailId: string, { isUncertain }: SmtpFailure): Promise<void> {
    await this.uow.query(
      'UPDATE mail_delivery SET sending_since = NULL, uncertain = uncertain + $2 WHERE mail_id = $1',
      [mailId, isUncertain ? 1 : 0],
    );
  }

  /** Deletes records that are older than any failed job. */
  async deleteOld(): Promise<void> {
    await this.uow.query(`DELETE FROM mail_delivery WHERE started_at < now() - interval '32 days'`);
  }
}
