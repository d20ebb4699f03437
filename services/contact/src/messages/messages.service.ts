import { Inject, Injectable } from '@nestjs/common';
import type { ContactRequest } from '@tomekeeper/contracts-contact';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CONFIG, Keyring } from '@tomekeeper/service-kit';
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config';
import { checkFailed, RobotCheck, type PassedCheck } from '../robot-check/robot-check';
import { MessageEntity } from './message.entity';

export const SWEEP_EVERY_MS = 3_600_000;

/** Cleanup job for expired messages and checks. */
export const sweepMessages = defineJob({
  name: 'sweep',
  queue: 'contact-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});

/** Maximum messages per response, which is built in memory. */
const MAX_LISTED = 200;

/** Stores contact messages and mails them to the team. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly check: RobotCheck,
    private readonly keyring: Keyring,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CONTACT_INBOX'>,
  ) {}

  /** @throws {DomainError} when the robot check failed or was already used */
  async receive(message: ContactRequest): Promise<void> {
    // May call another server, so it precedes the transaction.
    const passed = await this.check.verify(message.recaptcha_token);
    await this.uow.run(async (tx) => {
      await this.useUp(passed, tx);
      const { name, email, subject, message: body } = message;
      await tx.repo(MessageEntity).insert({ id: randomUUID(), name, email, subject, body });
      await tx.outbox.event(mailRequested, {
        sealed: this.keyring.seal(JSON.stringify(this.mailOf(message)), MAIL_SEAL_PURPOSE),
      });
    });
  }

  /** Returns the newest messages from an address. */
  from(email: string): Promise<MessageEntity[]> {
    return this.uow
      .repo(MessageEntity)
      .find({ where: { email }, order: { created_at: 'DESC' }, take: MAX_LISTED });
  }

  /** Deletes the messages of a deleted account. Messages are stored by address, not by user ID. */
  @HandlesEvent(addressDeleted)
  async onAddressDeleted(
    { sealed }: z.infer<typeof addressDeleted.payload>,
    tx: Transaction,
  ): Promise<void> {
    const email = this.keyring.open(sealed, ADDRESS_SEAL_PURPOSE).toString();
    await tx.repo(MessageEntity).delete({ email });
  }

  /** Deletes expired checks, and messages after the retention period that /privacy names. */
  @HandlesJob(sweepMessages)
  async sweep(): Promise<void> {
    await this.uow.query('DELETE FROM used_check WHERE expires_at < now()');
    await this.uow.query(`DELETE FROM message WHERE created_at < now() - interval '1 year'`);
  }

  private mailOf({ name, email, subject, message }: ContactRequest): MailRequest {
    return {
      template: 'contact-message',
      to: this.config.CONTACT_INBOX,
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
