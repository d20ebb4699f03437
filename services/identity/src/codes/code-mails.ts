import { Injectable } from '@nestjs/common';
import type { MailRequest } from '@tomekeeper/contracts-mailing';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import type { PoolClient } from '../clients/pool-clients';
import { Quotas, type QuotaKind } from '../lockout/quotas';
import { MailRequests } from '../messages/mail-requests';
import type { PoolUser } from '../users/pool-user';
import type { Subject } from '../users/subjects';
import type { CodePurpose } from './code-rules';
import { VerificationCodes } from './verification-codes';

/** Codes that go by mail; others go to a telephone. */
type MailedPurpose = Exclude<CodePurpose, 'verify-phone'>;
type CodeMail = Extract<MailRequest, { code: string }>['template'];

const TEMPLATES = {
  'confirm-sign-up': 'confirm-sign-up',
  'reset-password': 'reset-password',
  'verify-email': 'verify-email',
} satisfies Record<MailedPurpose, CodeMail>;

/** Codes on their way to people: made, kept and mailed in one transaction. */
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
    /** When the code proves another address than the account's. */
    target?: string,
    slot?: string,
  ): Promise<void> {
    const code = await this.codes.issue(tx, user.id, purpose, target, slot);
    const isCurrent = purpose === 'verify-email' && target === user.email;
    await this.mails.send(tx, {
      template: TEMPLATES[purpose],
      to: target ?? user.email,
      first_name: user.givenName,
      code,
      ...(isCurrent && { is_current: true }),
    });
  }

  /** Sends what confirms a new account's address, in the form that its application asks for. */
  async sendConfirmation(
    tx: Transaction,
    user: PoolUser,
    client: PoolClient,
    slot?: string,
  ): Promise<void> {
    if (client.verifiesBy === 'code')
      return this.send(tx, 'confirm-sign-up', user, undefined, slot);
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
    });
  }

  /**
   * Sends a requested code. For an account that does not exist (or must not get one) the
   * same happens but for the mail, so that neither answer nor time tells.
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
