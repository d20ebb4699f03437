import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { CodeMails } from '../codes/code-mails';
import { VerificationCodes } from '../codes/verification-codes';
import { EarlierAddresses } from '../erasure/earlier-addresses';
import { Quotas } from '../lockout/quotas';
import { changeStamp, MailRequests } from '../messages/mail-requests';
import { refuse } from '../protocol/refusals';
import { isWaiting, type PoolUser } from '../users/pool-user';
import { isTaken, PoolUsers } from '../users/pool-users';
import { parseUsername } from '../users/username';
import { EmailChangeUndos } from './email-change-undos';

/** A new address counts only once its owner has typed the code that went there. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: PoolUsers,
    private readonly codes: VerificationCodes,
    private readonly codeMails: CodeMails,
    private readonly quotas: Quotas,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
    private readonly undos: EmailChangeUndos,
    private readonly earlier: EarlierAddresses,
  ) {}

  /** @returns the address that a code was sent to; undefined when it is the account's already */
  async request(user: PoolUser, text: string): Promise<string | undefined> {
    const wanted = parseUsername(text);
    if (wanted.kind !== 'email') throw refuse.badAttribute('email: Invalid email address format.');
    if (wanted.email === user.email) return undefined;
    await this.quotas.take(user.id, 'attribute-code');
    const holder = await this.users.find(wanted);
    if (holder && !isWaiting(holder)) throw refuse.aliasExists();
    await this.uow.run((tx) => this.codeMails.send(tx, 'verify-email', user, wanted.email));
    return wanted.email;
  }

  /** @returns the address that a code was sent to: the one that waits for its code, or the present one */
  async sendAgain(user: PoolUser): Promise<string> {
    const target = (await this.codes.pendingTarget(user.id, 'verify-email')) ?? user.email;
    await this.quotas.take(user.id, 'attribute-code');
    await this.uow.run((tx) => this.codeMails.send(tx, 'verify-email', user, target));
    return target;
  }

  async confirm(user: PoolUser, code: string): Promise<void> {
    try {
      await this.codes.redeem(user.id, 'verify-email', code, async (tx, target) => {
        if (target === undefined) throw refuse.codeExpired();
        await this.users.deleteWaiting(tx, target);
        if (!(await this.users.changeEmail(tx, user.id, target))) throw refuse.aliasExists();
        if (target === user.email) return;
        await this.events.record(user.id, 'email_changed', tx);
        // Mails the old address, in case someone else changed it.
        await this.mails.send(tx, {
          template: 'email-changed',
          to: user.email,
          first_name: user.givenName,
          undo_path: `/undo-email-change?token=${await this.undos.offer(tx, user)}`,
          ...changeStamp(),
        });
        // After the link: what an undo restores is dropped by when it was left.
        await this.earlier.add(tx, user.id, user.email);
      });
    } catch (error) {
      throw isTaken(error) ? refuse.aliasExists() : error;
    }
  }
}
