import { Inject, Injectable } from '@nestjs/common';
import {
  MAIL_SEAL_PURPOSE,
  mailRequest,
  type MailRequest,
  mailRequested,
} from '@tomekeeper/contracts-mailing';
import { defineJob, HandlesJob, type JobContext, PermanentFailure } from '@tomekeeper/jobs';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring, LOG, type Log } from '@tomekeeper/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SmtpFailure } from './smtp-failure';
import { SmtpTransport } from './smtp-transport';
import { MailComposer } from '../templates/mail-composer';
import { DeliveryRecords } from './delivery-records';

/** Maximum delay of mails after an outage of the mail server. */
const MAX_PAUSE_MS = 300_000;
/** Doubling from one second reaches the maximum delay after nine attempts; the rest cover more than a day. */
const ATTEMPTS = 400;
/**
 * Job for one mail. Stores the mail encrypted and retries it; the job id is the mail id. Has a separate queue, so that
 * a slow mail server delays no other jobs.
 */
export const sendMail = defineJob({
  name: 'send-mail',
  queue: 'mailing-send',
  payload: z.object({ sealed: z.string() }),
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: MAX_PAUSE_MS },
  concurrency: 5,
});

/** Attempts to record a delivery; without the record a second copy would be sent. */
const RECORD_TRIES = 40;
const RECORD_PAUSE_MS = 500;

/**
 * Delivers a mail at most once, except after a crash between the server's 250 response and the commit, which
 * SMTP cannot rule out. In that case the mail is sent again with the same Message-ID and counted as
 * uncertain.
 */
@Injectable()
export class MailDelivery {
  constructor(
    private readonly records: DeliveryRecords,
    private readonly keyring: Keyring,
    private readonly composer: MailComposer,
    private readonly transport: SmtpTransport,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @HandlesJob(sendMail)
  async deliver(
    { sealed }: z.infer<typeof sendMail.payload>,
    { jobId: mailId, isLastAttempt }: JobContext,
  ): Promise<void> {
    const request = openRequest(sealed, this.keyring);
    if (!request)
      throw new PermanentFailure('This mail request can not be opened with MAIL_SEAL_KEYS.');
    const claim = await this.records.claim(mailId, request.template);
    if (claim === 'sent') return;
    if (claim === 'claimed by another worker')
      throw new Error('Another worker has claimed this mail, or died with it a moment ago.');
    if (claim.uncertain > 0)
      this.log.warn({ mail_id: mailId }, 'sending again: an earlier delivery was cut off');
    try {
      await this.transport.send(this.composer.compose(mailId, request));
    } catch (error) {
      return this.fail(mailId, request, error, isLastAttempt);
    }
    await this.recordSent(mailId);
    this.log.info({ mail_id: mailId, template: request.template }, 'mail sent');
  }

  private async fail(
    mailId: string,
    { template }: MailRequest,
    error: unknown,
    isLastAttempt: boolean,
  ): Promise<void> {
    // Every other error is a bug in composing, and repeats itself.
    const failure =
      error instanceof SmtpFailure ? error : new SmtpFailure('could not be composed', true, false);
    await this.records.markUnsent(mailId, failure);
    if (failure.isPermanent || isLastAttempt) {
      this.log.error({ mail_id: mailId, template, failure: failure.summary }, 'mail failed');
      // The recipient's account was deleted: the job and the address in it are removed.
      if (template === 'account-deleted') return;
    }
    throw failure.isPermanent
      ? new PermanentFailure(failure.summary)
      : new Error(failure.summary, { cause: error });
  }

  /** Retries during a database outage, because an unrecorded mail would be sent twice. */
  private async recordSent(mailId: string): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.records.markSent(mailId);
      } catch (error) {
        if (attempt >= RECORD_TRIES) throw error;
        await pause(RECORD_PAUSE_MS);
      }
  }
}

/** @returns undefined when the request was encrypted with another key, or is malformed */
export function openRequest(sealed: string, keyring: Keyring): MailRequest | undefined {
  try {
    const content: unknown = JSON.parse(keyring.open(sealed, MAIL_SEAL_PURPOSE).toString('utf8'));
    return mailRequest.safeParse(content).data;
  } catch {
    return undefined;
  }
}

/** Accepts mail requests of all services. */
@Injectable()
export class MailRequests {
  constructor(private readonly keyring: Keyring) {}

  /** The inbox deduplicates events, so each event creates one job and one mail. */
  @HandlesEvent(mailRequested)
  async accept({ sealed }: z.infer<typeof mailRequested.payload>, tx: Transaction): Promise<void> {
    await tx.outbox.job(sendMail, { sealed });
  }

  /** Enqueues a mail of this service. */
  async send(request: MailRequest, tx: Transaction): Promise<void> {
    const sealed = this.keyring.seal(JSON.stringify(request), MAIL_SEAL_PURPOSE);
    await tx.outbox.job(sendMail, { sealed });
  }
}
