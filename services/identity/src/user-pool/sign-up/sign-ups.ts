import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { isPhoneNumber } from '../attributes/attribute-rules';
import { SecurityEvents } from '../audit/security-events';
import type { PoolClient } from '../clients/pool-clients';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import type { Subject } from '../users/subjects';

/** New accounts, until their owners have proved that the address is theirs. */
@Injectable()
export class SignUps {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly passwords: Passwords,
    private readonly codes: VerificationCodes,
    private readonly codeMails: CodeMails,
    private readonly events: SecurityEvents,
  ) {}

  /** @throws the protocol's refusal when the address has an account, confirmed or not */
  async add(
    email: string,
    password: string,
    names: { givenName?: string; familyName?: string; phoneNumber?: string },
    client: PoolClient,
  ): Promise<PoolUser> {
    this.passwords.expectAllowed(password, { email, ...names });
    if (names.phoneNumber && !isPhoneNumber(names.phoneNumber)) throw refuse.badPhoneNumber();
    if (await this.users.find({ kind: 'email', email })) throw refuse.usernameExists();
    const user: PoolUser = {
      id: randomUUID(),
      email,
      emailVerified: false,
      status: 'UNCONFIRMED',
      enabled: true,
      givenName: names.givenName ?? '',
      familyName: names.familyName ?? '',
      phoneNumber: names.phoneNumber ?? '',
      phoneNumberVerified: false,
    };
    const prepared = await this.passwords.prepare(user.id, password);
    await this.uow.run(async (tx) => {
      if (!(await this.users.add(tx, user))) throw refuse.usernameExists();
      await this.passwords.store(tx, prepared);
      await this.codeMails.sendConfirmation(tx, user, client);
    });
    return user;
  }

  async confirm({ id, user }: Subject, code: string): Promise<void> {
    if (user && user.status !== 'UNCONFIRMED') throw refuse.cannotBeConfirmed(user.status);
    await this.codes.redeem(id, 'confirm-sign-up', code, async (tx) => {
      if (!user) throw refuse.codeMismatch();
      await this.users.confirm(tx, id);
      await this.events.record(id, 'account_confirmed', tx);
    });
  }

  async resend(subject: Subject, client: PoolClient): Promise<void> {
    if (subject.user && subject.user.status !== 'UNCONFIRMED') throw refuse.alreadyConfirmed();
    await this.codeMails.request(
      subject,
      'confirm-sign-up',
      'resend-confirmation',
      subject.user,
      (tx, user) => this.codeMails.sendConfirmation(tx, user, client),
    );
  }
}
