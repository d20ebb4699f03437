import { Inject, Injectable } from '@nestjs/common';
import type { MailRequest } from '@tomekeeper/contracts-mailing';
import { HandlesJob, PermanentFailure, type JobContext } from '@tomekeeper/jobs';
import { Keyring, type Log } from '@tomekeeper/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { MailComposer } from '../templates/mail-composer';
import { deliverMail } from './mail-jobs';
import { Mails } from './mails';
import { openRequest } from './sealed-request';
import { LOG } from './settings';
import { SmtpFailure } from './smtp-failure';
import { SmtpTransport } from './smtp-transport';

/** Tries to write down that a mail is out; the alternative is a second copy of it. */
const WRITE_DOWN_TRIES = 40;
const WRITE_DOWN_PAUSE_MS = 500;

/**
 * Brings a mail to the mail server: at most once, but for a death between the server's 250 and our
 * commit, which SMTP can't rule out. Such a mail goes out again under the same Message-ID, and counts
 * as uncertain.
 */
@Injectable()
export class MailDelivery {
  constructor(
    private readonly mails: Mails,
    private readonly keyring: Keyring,
    private readonly composer: MailComposer,
    private readonly transport: SmtpTransport,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @HandlesJob(deliverMail)
  async deliver(
    { mail_id: mailId }: z.infer<typeof deliverMail.payload>,
    context: JobContext,
  ): Promise<void> {
    const claim = await this.mails.claim(mailId);
    switch (claim.kind) {
      case 'finished':
        return;
      case 'in-other-hands':
        throw new Error('Another worker has this mail in hand, or died with it a moment ago.');
      case 'claimed':
        if (claim.mail.isUncertain)
          this.log.warn({ mail_id: mailId }, 'sending again: an earlier delivery was cut off');
        await this.send(mailId, claim.mail.sealed, context);
    }
  }

  private async send(mailId: string, sealed: string, context: JobContext): Promise<void> {
    const request = openRequest(sealed, this.keyring);
    if (!request) {
      await this.mails.markUnsent(mailId, {
        failure: 'can not be opened',
        isFinal: true,
        isUncertain: false,
      });
      throw new PermanentFailure('This mail request can not be opened with MAIL_SEAL_KEYS.');
    }
    try {
      await this.transport.send(this.composer.compose(mailId, request));
    } catch (error) {
      await this.settleFailure(mailId, request, error, context);
    }
    await this.writeDown(mailId, request.template);
    this.log.info({ mail_id: mailId, template: request.template }, 'mail sent');
  }

  private async settleFailure(
    mailId: string,
    request: MailRequest,
    error: unknown,
    context: JobContext,
  ): Promise<never> {
    // Whatever is not the mail server's failure is ours in composing, and repeats itself.
    const failure =
      error instanceof SmtpFailure
        ? error
        : { summary: 'could not be composed', isPermanent: true, isUncertain: false };
    const isFinal = failure.isPermanent || context.isLastAttempt;
    // It went to someone who has left: not even their address may stay.
    if (isFinal && request.template === 'account-deleted') await this.mails.erase(mailId);
    else
      await this.mails.markUnsent(mailId, {
        failure: failure.summary,
        isFinal,
        isUncertain: failure.isUncertain,
        template: request.template,
      });
    if (isFinal)
      this.log.error(
        { mail_id: mailId, template: request.template, failure: failure.summary },
        'mail failed',
      );
    throw failure.isPermanent
      ? new PermanentFailure(failure.summary)
      : new Error(failure.summary, { cause: error });
  }

  /** The database may be away for a moment just now: the mail is out, so this must not fail lightly. */
  private async writeDown(mailId: string, template: string): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.mails.markSent(mailId, template);
      } catch (error) {
        if (attempt >= WRITE_DOWN_TRIES) throw error;
        await pause(WRITE_DOWN_PAUSE_MS);
      }
  }
}
