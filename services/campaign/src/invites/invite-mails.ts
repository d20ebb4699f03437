import { Injectable } from '@nestjs/common';
import { INVITE_LIMITS } from '@tomekeeper/contracts-campaign';
import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import type { Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { tooManyMailsOf, tooManyMailsTo } from './invite.errors';
import { InviteTokens } from './invite-tokens';

const MINUTE_SECONDS = 60;

interface Sent {
  to_address: number;
  by_sender: number;
  /** Seconds until the minute after the last mail to the address ends, and until the oldest mail's day ends. */
  minute_left: number | null;
  address_day_left: number | null;
  sender_day_left: number | null;
}

/** Sends invite mails with a rate limit, so that they cannot be used for harassment. */
@Injectable()
export class InviteMails {
  constructor(
    private readonly keyring: Keyring,
    private readonly tokens: InviteTokens,
  ) {}

  /** @throws {DomainError} when the sender or the recipient has reached the limit */
  async send(
    tx: Transaction,
    sender: string,
    mail: Extract<MailRequest, { template: 'campaign-invite' }>,
  ): Promise<void> {
    const address = this.tokens.hashOfAddress(mail.to);
    await countMail(tx, address, sender);
    await tx.outbox.event(mailRequested, {
      sealed: this.keyring.seal(JSON.stringify(mail), MAIL_SEAL_PURPOSE),
    });
  }
}

async function countMail(tx: Transaction, address: Buffer, sender: string): Promise<void> {
  // All transactions take the two locks in this order, which prevents deadlocks.
  for (const key of [`invite mails by ${sender}`, `invite mails to ${address.toString('hex')}`])
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const [sent] = await tx.query<Sent>(
    `SELECT count(*) FILTER (WHERE address_hash = $1)::int AS to_address,
            count(*) FILTER (WHERE sender = $2)::int AS by_sender,
            ceil(extract(epoch FROM max(sent_at) FILTER (WHERE address_hash = $1)
                   + make_interval(secs => ${MINUTE_SECONDS}) - clock_timestamp()))::int AS minute_left,
            ceil(extract(epoch FROM min(sent_at) FILTER (WHERE address_hash = $1)
                   + interval '1 day' - clock_timestamp()))::int AS address_day_left,
            ceil(extract(epoch FROM min(sent_at) FILTER (WHERE sender = $2)
                   + interval '1 day' - clock_timestamp()))::int AS sender_day_left
       FROM invite_mail
      WHERE (address_hash = $1 OR sender = $2) AND sent_at > clock_timestamp() - interval '1 day'`,
    [address, sender],
  );
  if (sent && sent.by_sender >= INVITE_LIMITS.mailsPerSenderADay)
    throw tooManyMailsOf(atLeastOne(sent.sender_day_left));
  if (sent && sent.to_address >= INVITE_LIMITS.mailsPerAddressADay)
    throw tooManyMailsTo(atLeastOne(sent.address_day_left));
  if (sent && (sent.minute_left ?? 0) > 0) throw tooManyMailsTo(atLeastOne(sent.minute_left));
  await tx.query('INSERT INTO invite_mail (address_hash, sender) VALUES ($1, $2)', [
    address,
    sender,
  ]);
}

const atLeastOne = (seconds: number | null) => Math.max(1, seconds ?? 1);
