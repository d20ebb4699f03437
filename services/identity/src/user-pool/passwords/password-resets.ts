import { Injectable } from '@nestjs/common';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { refuse } from '../protocol/refusals';
import { PoolUsers } from '../users/pool-users';
import type { Subject } from '../users/subjects';
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
  ) {}

  /** Whoever reads the mailbox may do this, so an account that was never confirmed gets a code too. */
  async request(subject: Subject): Promise<void> {
    const user = subject.user?.enabled ? subject.user : undefined;
    await this.codeMails.request(subject, 'reset-password', 'forgot-password', user);
  }

  async confirm(subject: Subject, code: string, password: string): Promise<void> {
    const { id, user, username } = subject;
    // Before the code is looked at: a password that is refused must not cost it. Only by what the
    // caller typed, as a name that a password was refused for would be told to strangers.
    this.passwords.expectAllowed(password, username.kind === 'email' ? username : {});
    const prepared = await this.passwords.prepare(id, password);
    await this.codes.redeem(id, 'reset-password', code, async (tx) => {
      if (!user?.enabled) throw refuse.codeMismatch();
      this.passwords.expectAllowed(password, user);
      await this.changes.replace(tx, user, prepared);
      // The code came through the mailbox, which is all that confirming asks for.
      await this.users.confirm(tx, id);
    });
  }
}
