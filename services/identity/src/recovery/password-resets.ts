import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { PasswordChanges } from '../passwords/password-changes';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { WaitingSignUps } from '../registration/waiting-sign-ups';
import type { PoolUser, SecondFactorName } from '../users/pool-user';
import { PoolUsers, type Subject } from '../users/pool-users';

/** Factors that a password reset has removed. */
export interface RemovedFactors {
  passkeys: number;
  /** Contains `SMS_MFA` if text messages were a first or second factor. */
  secondFactors: SecondFactorName[];
}

/** Removes factors and devices at a password reset, because an attacker may have added them. */
@Injectable()
export class FactorRemoval {
  constructor(private readonly events: SecurityEvents) {}

  /** Deletes remembered devices, which skip the second factor, and known networks, which skip the global rate limit. */
  async deletePlaces(tx: Transaction, userId: string): Promise<void> {
    const devices = await tx.query<{ name: string; remembered: boolean }>(
      'DELETE FROM device WHERE user_id = $1 RETURNING name, remembered',
      [userId],
    );
    for (const { name, remembered } of devices)
      if (remembered) await this.events.record(userId, 'device_forgotten', tx, name);
    await tx.query('DELETE FROM known_source WHERE user_id = $1', [userId]);
  }

  /**
   * Removes passkeys, the authenticator app, recovery codes and other second factors. A telephone number stays,
   * unverified, because codes to a verified number are a first factor.
   */
  async remove(tx: Transaction, { id }: PoolUser): Promise<RemovedFactors> {
    const passkeys = await tx.query<{ name: string }>(
      'DELETE FROM passkey WHERE user_id = $1 RETURNING name',
      [id],
    );
    for (const { name } of passkeys) await this.events.record(id, 'passkey_removed', tx, name);
    const factors = await tx.query<{ kind: SecondFactorName }>(
      'DELETE FROM mfa_factor WHERE user_id = $1 RETURNING kind',
      [id],
    );
    for (const { kind } of factors) await this.events.record(id, 'mfa_disabled', tx, kind);
    const numbers = await tx.query(
      `UPDATE pool_user SET phone_number_verified = false, updated_at = now()
        WHERE id = $1 AND phone_number_verified RETURNING id`,
      [id],
    );
    const kinds = new Set(factors.map(({ kind }) => kind));
    // Codes to a verified number were a first factor (`SMS_OTP`) without being a second one; the mail has one word for
    // both.
    if (numbers.length > 0) kinds.add('SMS_MFA');
    // Deletes unfinished setups too, because the attacker could finish them.
    for (const table of ['software_token', 'recovery_code', 'passkey_registration'])
      await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
    return { passkeys: passkeys.length, secondFactors: [...kinds] };
  }
}

/** Password resets with a mailed code. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly passwords: Passwords,
    private readonly changes: PasswordChanges,
    private readonly codes: VerificationCodes,
    private readonly codeMails: CodeMails,
    private readonly users: PoolUsers,
    private readonly factors: FactorRemoval,
    private readonly waiting: WaitingSignUps,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
  ) {}

  /** Mails a code, also for an unconfirmed account. */
  async request(subject: Subject): Promise<void> {
    // Like the managed service: an operator set this password and can set another one.
    if (subject.user?.status === 'FORCE_CHANGE_PASSWORD') throw refuse.cannotReset();
    const user = subject.user?.enabled ? subject.user : undefined;
    await this.codeMails.request(subject, 'reset-password', 'forgot-password', user);
  }

  /**
   * Sets the password for the owner of the mailbox, who may be recovering the account from an attacker: all previous
   * credentials stop working, except factors that the owner keeps.
   */
  async confirm(
    subject: Subject,
    code: string,
    password: string,
    { keepFactors = false } = {},
  ): Promise<void> {
    const { id, username } = subject;
    // Checked before the code, so that a rejected password does not use it up. Compared only with the caller's input,
    // because the reason for a rejection would otherwise reveal personal data to strangers.
    this.passwords.expectAllowed(password, username.kind === 'email' ? username : {});
    const prepared = await this.passwords.prepare(id, password);
    await this.codes.redeem(id, 'reset-password', code, async (tx) => {
      const user = await this.users.lock(tx, id);
      if (!user?.enabled) throw refuse.codeMismatch();
      const isNew = user.status === 'UNCONFIRMED';
      // The names of a pending sign-up may be a stranger's.
      const owner = isNew ? { ...user, givenName: '', familyName: '' } : user;
      this.passwords.expectAllowed(password, owner);
      if (isNew) await this.waiting.delete(tx, id);
      await this.factors.deletePlaces(tx, id);
      const removed = keepFactors ? undefined : await this.factors.remove(tx, owner);
      await this.changes.store(tx, owner, prepared);
      await this.events.record(id, 'password_reset', tx);
      await this.notifyOwner(tx, owner, removed);
      // Access to the mailbox also confirms the account.
      await this.users.confirm(tx, id);
    });
  }

  /** @param removed the removed factors; absent when all were kept */
  private async notifyOwner(
    tx: Transaction,
    user: PoolUser,
    removed: RemovedFactors | undefined,
  ): Promise<void> {
    await this.mails.send(tx, {
      template: 'password-reset',
      to: user.email,
      first_name: user.givenName,
      factors: removed ? 'removed' : 'kept',
      passkeys: removed?.passkeys ?? 0,
      second_factors: removed?.secondFactors ?? [],
      ...changeStamp(),
    });
  }
}
