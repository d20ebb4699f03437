import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { MailRequests } from '../../mails/mail-requests';
import { Deliveries, type CodeDelivery } from '../codes/delivery';
import { TextMessages } from '../text-messages/text-messages';
import type { Subject } from '../users/subjects';

export type CodeMedium = CodeDelivery['DeliveryMedium'];

/** Sign-in codes on their way. */
@Injectable()
export class SignInCodeMessages {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly mails: MailRequests,
    private readonly texts: TextMessages,
    private readonly deliveries: Deliveries,
  ) {}

  /** For an account that does not exist (or is disabled) all the same happens but for the message. */
  async send(medium: CodeMedium, subject: Subject, code: string): Promise<CodeDelivery> {
    const user = subject.user?.enabled ? subject.user : undefined;
    await this.uow.run(async (tx) => {
      if (user && medium === 'EMAIL')
        await this.mails.send(tx, {
          template: 'sign-in-code',
          to: user.email,
          first_name: user.givenName,
          code,
        });
      else if (user?.phoneNumberVerified)
        await this.texts.send(tx, user, {
          phoneNumber: user.phoneNumber,
          use: 'sign-in',
          code,
        });
    });
    return medium === 'EMAIL'
      ? this.deliveries.toSubject(subject)
      : this.deliveries.toPhoneOf(subject);
  }
}
