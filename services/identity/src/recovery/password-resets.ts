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

/** What signed in, or stood for a second factor, until a reset took it away. */
export interface RemovedFactors {
  passkeys: number;
  /** With `SMS_MFA` where codes by text message signed in, as a first factor or a second. */
  secondFactors: SecondFactorName[];
}

/** What a reset by code takes away beside the password, as someone else may have put it there. */
@Injectable()
export class FactorRemoval {
  constructor(private readonly events: SecurityEvents) {}

  /** Devices that need no second factor, and networks from which guessing is not slowed down. */
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
   * Passkeys, authenticator app, recovery codes, and the other second factors. A telephone number stays as
   * an unverified one: codes to a verified one sign in.
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
    // Codes to a verified number signed in (`SMS_OTP`) without being a second factor; the mail has one word for both.
    if (numbers.length > 0) kinds.add('SMS_MFA');
    // Deletes unfinished setups too, as whoever began one could finish it.
    for (const table of ['software_token', 'recovery_code', 'passkey_registration'])
      await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
    return { passkeys: passkeys.length, secondFactors: [...kinds] };
  }
}

/** New passwords for people who forgot theirs. */
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

  /** Sends a code to the mailbox, for an account that was never confirmed too. */
  async request(subject: Subject): Promise<void> {
    // As the managed service does: an operator gave this password and can give another one.
    if (subject.user?.status === 'FORCE_CHANGE_PASSWORD') throw refuse.cannotReset();
    const user = subject.user?.enabled ? subject.user : undefined;
    await this.codeMails.request(subject, 'reset-password', 'forgot-password', user);
  }

  /**
   * Sets the password for someone who reads the mailbox, and may take an account back from someone else: nothing of
   * before signs in any more, but for what the person wants to keep.
   */
  async confirm(
    subject: Subject,
    code: string,
    password: string,
    { keepFactors = false } = {},
  ): Promise<void> {
    const { id, username } = subject;
    // Before the code is looked at: a password that is refused must not cost it. Only by what the
    // caller typed, as it would reveal to strangers why a password was refused.
    this.passwords.expectAllowed(password, username.kind === 'email' ? username : {});
    const prepared = await this.passwords.prepare(id, password);
    await this.codes.redeem(id, 'reset-password', code, async (tx) => {
      const user = await this.users.lock(tx, id);
      if (!user?.enabled) throw refuse.codeMismatch();
      const isNew = user.status === 'UNCONFIRMED';
      // The names of a sign-up that waits may be a stranger's.
      const owner = isNew ? { ...user, givenName: '', familyName: '' } : user;
      this.passwords.expectAllowed(password, owner);
      if (isNew) await this.waiting.delete(tx, id);
      await this.factors.deletePlaces(tx, id);
      const removed = keepFactors ? undefined : await this.factors.remove(tx, owner);
      await this.changes.store(tx, owner, prepared);
      await this.events.record(id, 'password_reset', tx);
      await this.notifyOwner(tx, owner, removed);
      // The code came through the mailbox, which is all that confirming asks for.
      await this.users.confirm(tx, id);
    });
  }

  /** @param removed what signs in no longer; absent when all was kept */
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
