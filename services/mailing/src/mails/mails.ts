import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { MAIL_SETTINGS, type MailSettings } from './settings';

/** A mail that was taken up for delivery. */
export interface ClaimedMail {
  sealed: string;
  /** An earlier delivery may have reached the mail server without our hearing of it. */
  isUncertain: boolean;
}

/** What became of trying to take a mail up. */
export type Claim =
  { kind: 'claimed'; mail: ClaimedMail } | { kind: 'finished' } | { kind: 'in-other-hands' };

/** Why a mail is still here. */
export interface UnsentOutcome {
  /** Without anything that names a person. */
  failure: string;
  /** No other try follows by itself. */
  isFinal: boolean;
  /** The server may have taken it all the same. */
  isUncertain: boolean;
  template?: string;
}

/** The states of a mail: waiting → sending → sent, or back to waiting, or failed in the end. */
@Injectable()
export class Mails {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(MAIL_SETTINGS) private readonly settings: Pick<MailSettings, 'leaseMs'>,
  ) {}

  /** Takes a mail up for delivery; nobody else gets it until it is settled or its lease runs out. */
  async claim(mailId: string): Promise<Claim> {
    return this.uow.run(async (tx) => {
      const [row] = await tx.query<{ status: string; sealed: string | null; held: boolean }>(
        `SELECT status, sealed,
                status = 'sending' AND sending_since > now() - make_interval(secs => $2 / 1000.0) AS held
           FROM mail WHERE id = $1 FOR UPDATE`,
        [mailId, this.settings.leaseMs],
      );
      if (!row?.sealed) return { kind: 'finished' };
      if (row.held) return { kind: 'in-other-hands' };
      const isUncertain = row.status === 'sending';
      await tx.query(
        `UPDATE mail SET status = 'sending', sending_since = now(), attempts = attempts + 1,
                uncertain = uncertain + $2, failure = NULL, finished_at = NULL
          WHERE id = $1`,
        [mailId, isUncertain ? 1 : 0],
      );
      return { kind: 'claimed', mail: { sealed: row.sealed, isUncertain } };
    });
  }

  /** The mail server has it: address, code and link are erased. */
  async markSent(mailId: string, template: string): Promise<void> {
    await this.uow.query(
      `UPDATE mail SET status = 'sent', template = $2, sealed = NULL, sending_since = NULL,
              finished_at = now()
        WHERE id = $1`,
      [mailId, template],
    );
  }

  /** It did not go out, as far as we know. */
  async markUnsent(mailId: string, outcome: UnsentOutcome): Promise<void> {
    await this.uow.query(
      `UPDATE mail SET status = $2, template = coalesce($3, template), failure = $4,
              uncertain = uncertain + $5, sending_since = NULL,
              finished_at = CASE WHEN $2 = 'failed' THEN now() END
        WHERE id = $1`,
      [
        mailId,
        outcome.isFinal ? 'failed' : 'waiting',
        outcome.template ?? null,
        outcome.failure,
        outcome.isUncertain ? 1 : 0,
      ],
    );
  }

  /** Erases failed mails to people who have left the product, which would still name them. */
  async eraseFailed(tx: Transaction, isTheirs: (sealed: string) => boolean): Promise<void> {
    const failed = await tx.query<{ id: string; sealed: string }>(
      `SELECT id, sealed FROM mail WHERE status = 'failed' AND sealed IS NOT NULL`,
    );
    const theirs = failed.filter(({ sealed }) => isTheirs(sealed)).map(({ id }) => id);
    if (theirs.length > 0) await tx.query('DELETE FROM mail WHERE id = ANY ($1)', [theirs]);
  }

  /** Nothing of it may stay, so nobody can send it again either. */
  async erase(mailId: string): Promise<void> {
    await this.uow.query('DELETE FROM mail WHERE id = $1', [mailId]);
  }

  /** Deletes finished mails. Failed ones stay as long as the failed set keeps their jobs. */
  async deleteFinished(): Promise<void> {
    await this.uow.query(
      `DELETE FROM mail WHERE status IN ('sent', 'failed') AND finished_at < now() - interval '30 days'`,
    );
  }
}
