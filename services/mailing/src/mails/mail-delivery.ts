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

/** After an outage of the mail server, mails go out at most this much later. */
const MAX_PAUSE_MS = 300_000;
/** Doubling from a second reaches the longest pause in nine tries; the rest lasts a day and some. */
const ATTEMPTS = 400;
/**
 * One mail. The job is where it is kept, sealed, and what tries it again; its id is the mail's. In a
 * queue of its own, so that nothing waits behind a slow mail server.
 */
export const sendMail = defineJob({
  name: 'send-mail',
  queue: 'mailing-send',
  payload: z.object({ sealed: z.string() }),
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: MAX_PAUSE_MS },
  concurrency: 5,
});

/** Tries to record that a mail is out; the alternative is a second copy of it. */
const RECORD_TRIES = 40;
const RECORD_PAUSE_MS = 500;

/**
 * Brings a mail to the mail server: at most once, but for a death between the server's 250 and our
 * commit, which SMTP can't rule out. Such a mail goes out again under the same Message-ID, and counts
 * as uncertain.
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
    // Whatever is not the mail server's failure is ours in composing, and repeats itself.
    const failure =
      error instanceof SmtpFailure ? error : new SmtpFailure('could not be composed', true, false);
    await this.records.markUnsent(mailId, failure);
    if (failure.isPermanent || isLastAttempt) {
      this.log.error({ mail_id: mailId, template, failure: failure.summary }, 'mail failed');
      // Its recipient's account was deleted: the job is removed, and their address with it.
      if (template === 'account-deleted') return;
    }
    throw failure.isPermanent
      ? new PermanentFailure(failure.summary)
      : new Error(failure.summary, { cause: error });
  }

  /** Tries again while the database is away for a moment: the mail is sent, and an unrecorded one would be sent twice. */
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

/** @returns undefined when it was sealed with another key, or is no request */
export function openRequest(sealed: string, keyring: Keyring): MailRequest | undefined {
  try {
    const content: unknown = JSON.parse(keyring.open(sealed, MAIL_SEAL_PURPOSE).toString('utf8'));
    return mailRequest.safeParse(content).data;
  } catch {
    return undefined;
  }
}

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
