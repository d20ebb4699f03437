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

/** Deletes what is no longer needed. */
export const sweepMessages = defineJob({
  name: 'sweep',
  queue: 'contact-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});

/** Most messages of one answer: it is read into memory. */
const MAX_LISTED = 200;

/** Keeps what visitors write, and has it mailed to the team. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly check: RobotCheck,
    private readonly keyring: Keyring,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CONTACT_INBOX'>,
  ) {}

  /** @throws {DomainError} when the robot check was not passed, or was used before */
  async receive(message: ContactRequest): Promise<void> {
    // May ask another server, so it comes before the transaction.
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

  /** The newest messages from an address. */
  from(email: string): Promise<MessageEntity[]> {
    return this.uow
      .repo(MessageEntity)
      .find({ where: { email }, order: { created_at: 'DESC' }, take: MAX_LISTED });
  }

  /** Deletes the messages of an address whose account was deleted; they are kept by address, not by id. */
  @HandlesEvent(addressDeleted)
  async onAddressDeleted(
    { sealed }: z.infer<typeof addressDeleted.payload>,
    tx: Transaction,
  ): Promise<void> {
    const email = this.keyring.open(sealed, ADDRESS_SEAL_PURPOSE).toString();
    await tx.repo(MessageEntity).delete({ email });
  }

  /** Deletes checks that are too old to be used again, and messages after the time that /privacy names. */
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
