import { Inject, Injectable } from '@nestjs/common';
import type { ContactRequest } from '@tomekeeper/contracts-contact';
import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { createHash, randomUUID } from 'node:crypto';
import { checkFailed, RobotCheck, type PassedCheck } from '../robot-check/robot-check';
import { sweepMessages } from './sweep-messages.job';

/** Injection token of the address that messages are mailed to. */
export const CONTACT_INBOX = Symbol('contact inbox');

/** What visitors write: kept first, then mailed to the team. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly check: RobotCheck,
    private readonly keyring: Keyring,
    @Inject(CONTACT_INBOX) private readonly inbox: string,
  ) {}

  /** @throws {DomainError} when the robot check was not passed, or was used before */
  async receive(message: ContactRequest): Promise<void> {
    // May ask another server, so it comes before the transaction.
    const passed = await this.check.verify(message.recaptcha_token);
    await this.uow.run(async (tx) => {
      await this.useUp(passed, tx);
      await tx.query(
        'INSERT INTO message (id, name, email, subject, body) VALUES ($1, $2, $3, $4, $5)',
        [randomUUID(), message.name, message.email, message.subject, message.message],
      );
      await tx.outbox.event(mailRequested, {
        sealed: this.keyring.seal(JSON.stringify(this.mailOf(message)), MAIL_SEAL_PURPOSE),
      });
    });
  }

  /** Forgets checks that nobody could use any more, and messages after the time that /privacy names. */
  @HandlesJob(sweepMessages)
  async sweep(): Promise<void> {
    await this.uow.query('DELETE FROM used_check WHERE expires_at < now()');
    await this.uow.query(`DELETE FROM message WHERE created_at < now() - interval '1 year'`);
  }

  private mailOf({ name, email, subject, message }: ContactRequest): MailRequest {
    return {
      template: 'contact-message',
      to: this.inbox,
      name,
      reply_to: email,
      subject,
      message,
    };
  }

  private async useUp({ once }: PassedCheck, tx: Transaction): Promise<void> {
    if (!once) return;
    const taken = await tx.query<{ expires_at: Date }>(
      `INSERT INTO used_check (check_hash, expires_at) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING expires_at`,
      [createHash('sha256').update(once.id).digest(), once.expiresAt],
    );
    if (taken.length === 0) throw checkFailed();
  }
}
