import { Injectable, type Type } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import type { PoolUser } from '../users/pool-user';
import { MailRequests } from './mail-requests';

export interface TextMessage {
  /** In E.164 form. */
  phoneNumber: string;
  use: 'sign-in' | 'verify-phone';
  code: string;
}

/**
 * Sends text messages. `AppModule.forRoot` accepts an implementation for another provider; it must enqueue the message
 * in the transaction (a job in the outbox) and leave the network call to the worker.
 */
@Injectable()
export abstract class TextMessages {
  abstract send(tx: Transaction, user: PoolUser, message: TextMessage): Promise<void>;
}

/** Injection token of the installation's replacement for {@link MailedTextMessages}. */
export const TEXT_MESSAGES_CLASS = Symbol('text messages class');
export type TextMessagesClass = Type<TextMessages>;

/** Fallback without a provider: mails the message to the account's mailbox and says so in the mail. */
@Injectable()
export class MailedTextMessages extends TextMessages {
  constructor(private readonly mails: MailRequests) {
    super();
  }

  async send(tx: Transaction, user: PoolUser, { phoneNumber, use, code }: TextMessage) {
    await this.mails.send(tx, {
      template: 'text-message',
      to: user.email,
      phone_number: phoneNumber,
      use,
      code,
    });
  }
}
