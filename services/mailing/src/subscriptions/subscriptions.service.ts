import { Injectable } from '@nestjs/common';
import type { SubscribeRequest } from '@tomekeeper/contracts-mailing';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { randomUUID } from 'node:crypto';
import { MailRequests } from '../mails/mail-delivery';
import { allowsAnotherMail } from './mail-allowance';
import { SubscriberTokens } from './subscriber-tokens';

interface Subscriber {
  id: string;
  email: string;
  name: string;
  status: 'pending' | 'verified' | 'unsubscribed';
}

/** Data of an address, for the owner's data export. */
export type SubscriptionRecord = Omit<Subscriber, 'id'> & { created_at: Date };

const LINK_HOURS = 48;

/**
 * The mailing list. Responses do not reveal whether an address is on it: a call about an unknown address does less, and
 * responds the same.
 */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly mails: MailRequests,
    private readonly tokens: SubscriberTokens,
  ) {}

  /** Adds an address after its owner confirms; an existing subscription is unchanged. */
  async subscribe({ email, name }: SubscribeRequest): Promise<void> {
    await this.uow.run(async (tx) => {
      // The conflicting update locks the row, which serializes the counts of concurrent calls.
      const [subscriber] = await tx.query<Subscriber>(
        `INSERT INTO subscriber (id, email, name, status) VALUES ($1, $2, $3, 'pending')
         ON CONFLICT (email) DO UPDATE SET
           name = CASE WHEN subscriber.status = 'verified' OR excluded.name = ''
                       THEN subscriber.name ELSE excluded.name END,
           status = CASE WHEN subscriber.status = 'verified' THEN 'verified' ELSE 'pending' END,
           changed_at = CASE WHEN subscriber.status = 'pending'
                             THEN subscriber.changed_at ELSE now() END
         RETURNING id, email, name, status`,
        [randomUUID(), email, name],
      );
      if (subscriber?.status === 'pending') await this.sendLink(subscriber, tx);
    });
  }

  /** Sends another link to an unconfirmed address. */
  async resend(email: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const [subscriber] = await tx.query<Subscriber>(
        `SELECT id, email, name, status FROM subscriber
          WHERE email = $1 AND status = 'pending' FOR UPDATE`,
        [email],
      );
      if (subscriber) await this.sendLink(subscriber, tx);
    });
  }

  /** @throws {DomainError} when the link is used, expired or unknown */
  async verify(token: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const [used] = await tx.query<{ subscriber_id: string }>(
        `UPDATE verification SET used_at = now()
          WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
         RETURNING subscriber_id`,
        [this.tokens.verificationHash(token)],
      );
      if (!used) throw invalidToken();
      const [subscriber] = await tx.query<{ id: string }>(
        `UPDATE subscriber SET status = 'verified', changed_at = now()
          WHERE id = $1 AND status <> 'unsubscribed' RETURNING id`,
        [used.subscriber_id],
      );
      // An old mail must not resubscribe an address.
      if (!subscriber) throw invalidToken();
      // Links in other mails to this address become invalid.
      await tx.query(
        'UPDATE verification SET used_at = now() WHERE subscriber_id = $1 AND used_at IS NULL',
        [subscriber.id],
      );
    });
  }

  async recordOf(email: string): Promise<SubscriptionRecord | undefined> {
    const [record] = await this.uow.query<SubscriptionRecord>(
      'SELECT email, name, status, created_at FROM subscriber WHERE email = $1',
      [email],
    );
    return record;
  }

  async unsubscribe(email: string): Promise<void> {
    await this.leave('email', email);
  }

  /**
   * One-click unsubscribe (RFC 8058).
   * @throws {DomainError} when the token is invalid
   */
  async unsubscribeByToken(token: string): Promise<void> {
    const subscriberId = this.tokens.subscriberOf(token);
    if (!subscriberId) throw invalidToken();
    await this.leave('id', subscriberId);
  }

  /**
   * Deletes unsubscribed and unconfirmed addresses. Delayed, because sent links are counted for a day, and a link in a
   * late mail works for two.
   */
  async deleteOld(): Promise<void> {
    await this.uow.query(
      `DELETE FROM subscriber
        WHERE (status = 'unsubscribed' AND changed_at < now() - interval '2 days')
           OR (status = 'pending' AND NOT EXISTS (
                 SELECT FROM verification v
                  WHERE v.subscriber_id = subscriber.id AND v.expires_at > now() - interval '5 days'))`,
    );
    await this.uow.query(`DELETE FROM verification WHERE expires_at < now() - interval '5 days'`);
  }

  /** Removes the address of a deleted account, including all its data. */
  async erase(email: string, tx: Transaction): Promise<void> {
    await tx.query('DELETE FROM subscriber WHERE email = $1', [email]);
  }

  private async leave(by: 'id' | 'email', value: string): Promise<void> {
    await this.uow.query(
      `UPDATE subscriber SET status = 'unsubscribed', changed_at = now()
        WHERE ${by} = $1 AND status <> 'unsubscribed'`,
      [value],
    );
  }

  /** Stores a link and sends its mail, unless the address has reached the rate limit. */
  private async sendLink(subscriber: Subscriber, tx: Transaction): Promise<void> {
    const [sent] = await tx.query<{ last_minute: number; last_day: number }>(
      `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 minute')::int AS last_minute,
              count(*)::int AS last_day
         FROM verification WHERE subscriber_id = $1 AND created_at > now() - interval '1 day'`,
      [subscriber.id],
    );
    const counts = { lastMinute: sent?.last_minute ?? 0, lastDay: sent?.last_day ?? 0 };
    if (!allowsAnotherMail(counts)) return;
    const { token, hash } = this.tokens.createVerification();
    await tx.query(
      `INSERT INTO verification (token_hash, subscriber_id, expires_at)
       VALUES ($1, $2, now() + make_interval(hours => $3))`,
      [hash, subscriber.id, LINK_HOURS],
    );
    const unsubscribe = this.tokens.unsubscribeToken(subscriber.id);
    await this.mails.send(
      {
        template: 'verify-subscription',
        to: subscriber.email,
        name: subscriber.name,
        verify_path: `/verify-subscribe?token=${token}`,
        unsubscribe_path: `/unsubscribe?email=${encodeURIComponent(subscriber.email)}`,
        one_click_path: `/api/subscribe/one-click/?token=${unsubscribe}`,
      },
      tx,
    );
  }
}

/** One error for used, expired and unknown links, so it reveals nothing. */
const invalidToken = () =>
  new DomainError('invalid', 'subscription.invalid_token', 'Invalid or expired token.');
