import { Inject, Injectable } from '@nestjs/common';
import { LOCK_MS } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import type { SmtpFailure } from './smtp-failure';

/**
 * What became of each mail, by id: keeps a job that is repeated from sending its mail twice, and counts
 * the tries whose outcome is unknown. Holds nothing of what a mail says or whom it is for.
 */
@Injectable()
export class DeliveryRecords {
  /**
   * The queue gives a job to another worker only when its own has not renewed the lock for this long, so a
   * mail that is being sent for longer belongs to a worker that died, and may be taken up again.
   */
  readonly leaseMs: number;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) { QUEUE_LOCK_MS: lockMs = LOCK_MS }: Pick<Config, 'QUEUE_LOCK_MS'>,
  ) {
    this.leaseMs = lockMs;
  }

  /**
   * Takes a mail up for delivery; no other worker gets it until it is settled or its lease runs out.
   * @returns how many earlier tries may have reached the mail server, unless there is nothing to send
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

  /** The mail server has accepted the mail. */
  async markSent(mailId: string): Promise<void> {
    await this.uow.query(
      'UPDATE mail_delivery SET sent_at = now(), sending_since = NULL WHERE mail_id = $1',
      [mailId],
    );
  }

  /** The mail was not sent, as far as we know. */
  async markUnsent(mailId: string, { isUncertain }: SmtpFailure): Promise<void> {
    await this.uow.query(
      'UPDATE mail_delivery SET sending_since = NULL, uncertain = uncertain + $2 WHERE mail_id = $1',
      [mailId, isUncertain ? 1 : 0],
    );
  }

  /** Deletes records as old as a failed job can get. */
  async deleteOld(): Promise<void> {
    await this.uow.query(`DELETE FROM mail_delivery WHERE started_at < now() - interval '32 days'`);
  }
}
