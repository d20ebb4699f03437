import { Injectable } from '@nestjs/common';
import type { ProtectionChange } from '@tomekeeper/contracts-mailing';
import type { Transaction } from '@tomekeeper/persistence';
import { MailRequests } from '../../mails/mail-requests';
import type { PoolUser } from '../users/pool-user';
import { caller } from './caller';

/** When a change was made and with what, for the mail about it. */
export const changeStamp = () => ({ at: new Date().toISOString(), client: caller().client });

/** Tells the owner of each change to what protects an account, as a thief would not. */
@Injectable()
export class ProtectionMails {
  constructor(private readonly mails: MailRequests) {}

  async tell(tx: Transaction, user: PoolUser, change: ProtectionChange): Promise<void> {
    await this.mails.send(tx, {
      template: 'protection-changed',
      to: user.email,
      first_name: user.givenName,
      change,
      ...changeStamp(),
    });
  }
}
