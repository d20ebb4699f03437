import { Injectable } from '@nestjs/common';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { refuse } from '../protocol/refusals';
import { PoolUsers } from '../users/pool-users';
import type { Subject } from '../users/subjects';
import { WaitingSignUps } from '../sign-up/waiting-sign-ups';
import { FactorRemoval } from './factor-removal';
import { PasswordChanges } from './password-changes';
import { Passwords } from './passwords';

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
  ) {}

  /** Whoever reads the mailbox may do this, so an account that was never confirmed gets a code too. */
  async request(subject: Subject): Promise<void> {
    // As the managed service does: an operator gave this password and can give another one.
    if (subject.user?.status === 'FORCE_CHANGE_PASSWORD') throw refuse.cannotReset();
    const user = subject.user?.enabled ? subject.user : undefined;
    await this.codeMails.request(subject, 'reset-password', 'forgot-password', user);
  }

  /**
   * Whoever knows the code reads the mailbox, and may get an account back that someone else had: nothing
   * of before signs in any more, but for what the person wants to keep.
   */
  async confirm(
    subject: Subject,
    code: string,
    password: string,
    { keepFactors = false } = {},
  ): Promise<void> {
    const { id, username } = subject;
    // Before the code is looked at: a password that is refused must not cost it. Only by what the
    // caller typed, as a name that a password was refused for would be told to strangers.
    this.passwords.expectAllowed(password, username.kind === 'email' ? username : {});
    const prepared = await this.passwords.prepare(id, password);
    await this.codes.redeem(id, 'reset-password', code, async (tx) => {
      const user = await this.users.lock(tx, id);
      if (!user?.enabled) throw refuse.codeMismatch();
      const isNew = user.status === 'UNCONFIRMED';
      // The names of a sign-up that waits may be a stranger's.
      const owner = isNew ? { ...user, givenName: '', familyName: '' } : user;
      this.passwords.expectAllowed(password, owner);
      if (isNew) await this.waiting.drop(tx, id);
      await this.factors.forgetPlaces(tx, id);
      const removed = keepFactors ? undefined : await this.factors.remove(tx, owner);
      await this.changes.reset(tx, owner, prepared, removed);
      // The code came through the mailbox, which is all that confirming asks for.
      await this.users.confirm(tx, id);
    });
  }
}
