import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { INVITE_SEAL_PURPOSE, invitedPersonConfirmed } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { SecurityEvents } from '../audit/security-events';
import type { PoolClient } from '../clients/pool-clients';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { Quotas } from '../lockout/quotas';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { MAIL_KEYRING } from '../settings/pool-settings';
import { isPhoneNumber } from '../users/attribute-rules';
import { IS_WAITING, isWaiting, type PoolUser } from '../users/pool-user';
import { PoolUsers, type Subject } from '../users/pool-users';
import { WaitingSignUps, type ApplicantNames } from './waiting-sign-ups';

/** Input of a sign-up. */
export interface Applicant {
  email: string;
  password: string;
  names: Partial<ApplicantNames>;
  /** Session id that the client generated. */
  session: string | undefined;
  /** Token of the invite that the sign-up started from. */
  invite: string | undefined;
}

/** Of two concurrent sign-ups with one address, the second finds the account of the first. */
const ATTEMPTS = 3;

/** New accounts until their owners have verified the address. */
@Injectable()
export class SignUps {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly passwords: Passwords,
    private readonly codes: VerificationCodes,
    private readonly codeMails: CodeMails,
    private readonly quotas: Quotas,
    private readonly waiting: WaitingSignUps,
    private readonly events: SecurityEvents,
    @Inject(MAIL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /**
   * Stores a pending sign-up, alongside others for the same address, until its code is entered.
   * @throws {ProtocolError} when the address has a confirmed account
   */
  async add(
    applicant: Applicant,
    client: PoolClient,
  ): Promise<{ user: PoolUser; session: string }> {
    const { email, password, session: ownSession, invite } = applicant;
    const names = { givenName: '', familyName: '', phoneNumber: '', ...applicant.names };
    this.passwords.expectAllowed(password, { email, ...names });
    if (names.phoneNumber && !isPhoneNumber(names.phoneNumber)) throw refuse.badPhoneNumber();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const holder = await this.users.find({ kind: 'email', email });
      if (holder && !isWaiting(holder)) throw refuse.usernameExists();
      const id = holder?.id ?? randomUUID();
      await this.quotas.take(id, 'sign-up');
      const user: PoolUser = {
        id,
        email,
        emailVerified: false,
        status: 'UNCONFIRMED',
        enabled: true,
        phoneNumberVerified: false,
        credentialEpoch: holder?.credentialEpoch ?? 0,
        ...names,
      };
      const prepared = await this.passwords.prepare(id, password);
      const session = await this.uow.run(async (tx) => {
        if (!(holder ? await this.stillWaits(tx, id) : await this.users.add(tx, user)))
          return undefined;
        const added = await this.waiting.add(tx, prepared, names, {
          ownSession,
          sealedInvite: invite && this.keyring.seal(invite, INVITE_SEAL_PURPOSE, id),
        });
        // Proves nothing yet: signing in with the newest password only reports that the address is unconfirmed.
        await this.passwords.store(tx, prepared);
        await this.users.rename(id, names, tx);
        await this.codeMails.sendConfirmation(tx, user, client, {
          slot: added.slot,
          joinsCampaign: invite !== undefined,
        });
        return added.session;
      });
      if (session !== undefined) return { user, session };
    }
    throw refuse.usernameExists();
  }

  /**
   * Confirms an account with a mailed code. Keeps the password of the sign-up whose session accompanies the code.
   * Without such a session the password may be another person's, so it is discarded and the next sign-in requires a
   * reset. The response does not reveal which. The invite of the same sign-up is passed on, and of no other.
   */
  async confirm({ id, user }: Subject, code: string, sessions: readonly string[]): Promise<void> {
    await this.codes.redeem(id, 'confirm-sign-up', code, async (tx) => {
      if (!user || !(await this.stillWaits(tx, id))) throw refuse.codeMismatch();
      const confirmed = await this.waiting.settle(tx, id, sessions);
      await this.users.confirm(tx, id, confirmed ? 'CONFIRMED' : 'RESET_REQUIRED');
      await this.events.record(id, 'account_confirmed', tx);
      if (confirmed?.sealedInvite)
        await tx.outbox.event(invitedPersonConfirmed, {
          person_id: id,
          sealed: confirmed.sealedInvite,
        });
    });
  }

  /** A confirmed account gets the same response as an unknown one. */
  async resend(subject: Subject, client: PoolClient): Promise<void> {
    await this.codeMails.request(
      subject,
      'confirm-sign-up',
      'resend-confirmation',
      subject.user && isWaiting(subject.user) ? subject.user : undefined,
      async (tx, user) =>
        this.codeMails.sendConfirmation(tx, user, client, {
          // The code confirms every pending sign-up.
          joinsCampaign: await this.waiting.haveInvite(tx, user.id),
        }),
    );
  }

  /** Locks the account's row, which serializes sign-ups and confirmations. */
  private async stillWaits(tx: Transaction, userId: string): Promise<boolean> {
    const found = await tx.query(
      `SELECT 1 FROM pool_user WHERE id = $1 AND ${IS_WAITING} FOR UPDATE`,
      [userId],
    );
    return found.length > 0;
  }
}
