import { Injectable } from '@nestjs/common';
import type { MailRequest } from '@tomekeeper/contracts-mailing';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import type { PoolClient } from '../clients/pool-clients';
import type { CodePurpose } from './code-rules';
import { VerificationCodes } from './verification-codes';
import { type QuotaKind, Quotas } from '../lockout/quotas';
import { MailRequests } from '../messages/mail-requests';
import { PoolSecret } from '../users/decoy-users';
import type { PoolUser } from '../users/pool-user';
import type { Subject } from '../users/pool-users';

/** Code delivery details in the protocol's form. */
export interface CodeDelivery {
  Destination: string;
  DeliveryMedium: 'EMAIL' | 'SMS';
  AttributeName: 'email' | 'phone_number';
}

/** Masked destination of a code. Unknown users get one too, so that responses do not reveal accounts. */
@Injectable()
export class CodeDeliveries {
  constructor(private readonly secret: PoolSecret) {}

  to(email: string): CodeDelivery {
    return { Destination: masked(email), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
  }

  toPhone(phoneNumber: string): CodeDelivery {
    return {
      Destination: maskedPhone(phoneNumber),
      DeliveryMedium: 'SMS',
      AttributeName: 'phone_number',
    };
  }

  toPhoneOf({ id, user }: Subject): CodeDelivery {
    return this.toPhone(user?.phoneNumber || this.decoyPhone(id));
  }

  toSubject({ id, user, username }: Subject): CodeDelivery {
    if (user) return this.to(user.email);
    return this.to(username.kind === 'email' ? username.email : this.decoyAddress(id));
  }

  private decoyAddress(userId: string): string {
    const [one = 0, two = 0] = this.secret.derive('decoy-address', userId, 2);
    return `${letterOf(one)}@${letterOf(two)}`;
  }

  private decoyPhone(userId: string): string {
    const number = this.secret.derive('decoy-phone', userId, 4).readUInt32BE(0);
    return `+1${String(number).padStart(10, '0')}`;
  }
}

/** `jane@example.org` becomes `j***@e***`. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`;
}

/** `+15550100` becomes `+****0100`. */
function maskedPhone(phoneNumber: string): string {
  const digits = phoneNumber.slice(1);
  return `+${'*'.repeat(Math.max(digits.length - 4, 0))}${digits.slice(-4)}`;
}

const letterOf = (byte: number) => String.fromCharCode(97 + (byte % 26));

/** Purposes of codes that are sent by mail; the others are sent by text message. */
type MailedPurpose = Exclude<CodePurpose, 'verify-phone'>;
type CodeMail = Extract<MailRequest, { code: string }>['template'];

const TEMPLATES = {
  'confirm-sign-up': 'confirm-sign-up',
  'reset-password': 'reset-password',
  'verify-email': 'verify-email',
} satisfies Record<MailedPurpose, CodeMail>;

interface ConfirmationOptions {
  /** Of a sign-up that is pending alongside others. */
  slot?: string;
  /** Confirming also accepts an invite, which the mail states. */
  joinsCampaign?: boolean;
}

/** Creates, stores and mails verification codes in one transaction. */
@Injectable()
export class CodeMails {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly codes: VerificationCodes,
    private readonly mails: MailRequests,
    private readonly quotas: Quotas,
  ) {}

  async send(
    tx: Transaction,
    purpose: MailedPurpose,
    user: PoolUser,
    /** The address to verify when it differs from the account's address. */
    target?: string,
    { slot, joinsCampaign = false }: ConfirmationOptions = {},
  ): Promise<void> {
    const code = await this.codes.issue(tx, user.id, purpose, target, slot);
    const isCurrent = purpose === 'verify-email' && target === user.email;
    await this.mails.send(tx, {
      template: TEMPLATES[purpose],
      to: target ?? user.email,
      first_name: user.givenName,
      code,
      ...(isCurrent && { is_current: true }),
      ...(joinsCampaign && { joins_campaign: true }),
    });
  }

  /** Sends the code or link that confirms a new account's address, depending on the client. */
  async sendConfirmation(
    tx: Transaction,
    user: PoolUser,
    client: PoolClient,
    options: ConfirmationOptions = {},
  ): Promise<void> {
    if (client.verifiesBy === 'code')
      return this.send(tx, 'confirm-sign-up', user, undefined, options);
    const { slot, joinsCampaign = false } = options;
    const query = new URLSearchParams({
      client_id: client.id,
      user_name: user.id,
      confirmation_code: await this.codes.issue(tx, user.id, 'confirm-sign-up', undefined, slot),
    });
    await this.mails.send(tx, {
      template: 'confirm-sign-up-link',
      to: user.email,
      first_name: user.givenName,
      confirm_path: `/idp/confirmUser?${query.toString()}`,
      ...(joinsCampaign && { joins_campaign: true }),
    });
  }

  /**
   * Sends a requested code. For an account that does not exist (or must not get one) everything but the mail happens,
   * so that neither the response nor its time reveals accounts.
   */
  async request(
    subject: Subject,
    purpose: MailedPurpose,
    quota: QuotaKind,
    user: PoolUser | undefined = subject.user,
    send = (tx: Transaction, to: PoolUser) => this.send(tx, purpose, to),
  ): Promise<void> {
    await this.quotas.take(subject.id, quota);
    await this.uow.run(async (tx) => {
      if (user) await send(tx, user);
      else await this.codes.issue(tx, subject.id, purpose);
    });
  }
}
