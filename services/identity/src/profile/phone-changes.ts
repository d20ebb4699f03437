import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { VerificationCodes } from '../codes/verification-codes';
import { MailRequests } from '../messages/mail-requests';
import { Quotas } from '../lockout/quotas';
import { FactorChanges } from '../mfa/factor-changes';
import { refuse } from '../protocol/refusals';
import { TextMessages } from '../messages/text-messages';
import type { PoolUser } from '../users/pool-user';
import { isPhoneNumber } from '../users/attribute-rules';

/** A new telephone number takes effect only after its owner has entered the code that was sent to it. */
@Injectable()
export class PhoneChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly codes: VerificationCodes,
    private readonly texts: TextMessages,
    private readonly quotas: Quotas,
    private readonly mfa: FactorChanges,
    private readonly mails: MailRequests,
  ) {}

  /** @returns the number that the code was sent to, or undefined when the account already has it */
  async request(user: PoolUser, phoneNumber: string): Promise<string | undefined> {
    if (phoneNumber === '') return this.remove(user);
    if (!isPhoneNumber(phoneNumber)) throw refuse.badPhoneNumber();
    if (phoneNumber === user.phoneNumber && user.phoneNumberVerified) return undefined;
    return this.send(user, phoneNumber);
  }

  /** @returns the number that the code was sent to: the pending one, or the current one */
  async sendAgain(user: PoolUser): Promise<string> {
    const target = (await this.codes.pendingTarget(user.id, 'verify-phone')) ?? user.phoneNumber;
    if (!target) throw refuse.nothingToVerify('telephone number');
    return this.send(user, target);
  }

  async confirm(user: PoolUser, code: string): Promise<void> {
    await this.codes.redeem(user.id, 'verify-phone', code, async (tx, target) => {
      if (target === undefined) throw refuse.codeExpired();
      await tx.query(
        `UPDATE pool_user SET phone_number = $2, phone_number_verified = true, updated_at = now()
          WHERE id = $1`,
        [user.id, target],
      );
      if (target === user.phoneNumber && user.phoneNumberVerified) return;
      await this.mfa.noteReplacement(tx, user, 'SMS_MFA');
      await this.mails.notifyOwner(tx, user, 'phone-changed');
    });
  }

  private async remove(user: PoolUser): Promise<undefined> {
    if (user.phoneNumber === '') return;
    await this.uow.run(async (tx) => {
      await tx.query(
        `UPDATE pool_user SET phone_number = '', phone_number_verified = false, updated_at = now()
          WHERE id = $1`,
        [user.id],
      );
      await this.mfa.turnOff(tx, user, 'SMS_MFA');
      await this.mails.notifyOwner(tx, user, 'phone-removed');
    });
  }

  private async send(user: PoolUser, phoneNumber: string): Promise<string> {
    await this.quotas.take(user.id, 'attribute-code');
    await this.uow.run(async (tx) => {
      const code = await this.codes.issue(tx, user.id, 'verify-phone', phoneNumber);
      await this.texts.send(tx, user, { phoneNumber, use: 'verify-phone', code });
    });
    return phoneNumber;
  }
}
