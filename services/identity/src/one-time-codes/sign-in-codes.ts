import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { CodeDeliveries, type CodeDelivery } from '../codes/code-mails';
import { newCode } from '../codes/code-rules';
import { Quotas } from '../lockout/quotas';
import { MailRequests } from '../messages/mail-requests';
import { TextMessages } from '../messages/text-messages';
import { PendingChallenges } from '../sign-in/pending-challenges';
import type { AuthAnswer, Proofs } from '../sign-in/sign-in-parts';
import { PoolSecret } from '../users/decoy-users';
import type { Subject } from '../users/pool-users';

/** Challenges whose response is a sent code. */
export type CodeChallengeName = 'EMAIL_OTP' | 'SMS_OTP' | 'SMS_MFA';

/** Challenge state of a sent code. */
export const sentCode = z.object({
  mac: z.base64(),
  /** Whether the code enables the factor. */
  setup: z.boolean(),
});

const MAC_BYTES = 32;

/** Codes that are sent during a sign-in. They expire with its challenge. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly pending: PendingChallenges,
    private readonly quotas: Quotas,
    private readonly mails: MailRequests,
    private readonly texts: TextMessages,
    private readonly deliveries: CodeDeliveries,
    private readonly secret: PoolSecret,
  ) {}

  async ask(
    challenge: CodeChallengeName,
    client: PoolClient,
    subject: Subject,
    proofs: Proofs,
    setup = false,
  ): Promise<AuthAnswer> {
    await this.quotas.take(subject.id, proofs.first ? 'second-factor-code' : 'first-factor-code');
    const code = newCode();
    const session = await this.pending.open(
      challenge,
      client,
      { subjectId: subject.id, proofs },
      { mac: this.mac(subject.id, code).toString('base64'), setup },
    );
    const delivery = await this.send(challenge, subject, code);
    return {
      ChallengeName: challenge,
      ChallengeParameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
        CODE_DELIVERY_DESTINATION: delivery.Destination,
        USER_ID_FOR_SRP: subject.id,
      },
      Session: session,
    };
  }

  matches(subjectId: string, { mac }: z.infer<typeof sentCode>, code: string): boolean {
    const presented = this.mac(subjectId, code.replace(/\s/g, ''));
    return timingSafeEqual(presented, Buffer.from(mac, 'base64'));
  }

  /** For an account that does not exist (or is disabled) everything but the message happens. */
  private async send(
    challenge: CodeChallengeName,
    subject: Subject,
    code: string,
  ): Promise<CodeDelivery> {
    const user = subject.user?.enabled ? subject.user : undefined;
    const byMail = challenge === 'EMAIL_OTP';
    await this.uow.run(async (tx) => {
      if (user && byMail)
        await this.mails.send(tx, {
          template: 'sign-in-code',
          to: user.email,
          first_name: user.givenName,
          code,
        });
      else if (user?.phoneNumberVerified)
        await this.texts.send(tx, user, { phoneNumber: user.phoneNumber, use: 'sign-in', code });
    });
    return byMail ? this.deliveries.toSubject(subject) : this.deliveries.toPhoneOf(subject);
  }

  private mac(subjectId: string, code: string): Buffer {
    return this.secret.derive('sign-in-code', `${subjectId}|${code}`, MAC_BYTES);
  }
}
