import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { newCode } from '../codes/code-rules';
import { Quotas } from '../lockout/quotas';
import { PoolSecret } from '../users/pool-secret';
import type { Subject } from '../users/subjects';
import type { AuthAnswer } from './challenge';
import type { Proofs } from './progress';
import { SignInCodeMessages, type CodeMedium } from './sign-in-code-messages';
import { SignInSessions } from './sign-in-sessions';

/** Challenges that are answered with a code that was sent. */
export type CodeChallengeName = 'EMAIL_OTP' | 'SMS_OTP' | 'SMS_MFA';

/** What a sign-in remembers of the code that it waits for. */
export const sentCode = z.object({
  mac: z.base64(),
  /** Whether the code is to turn the factor on. */
  setup: z.boolean(),
});

const MAC_BYTES = 32;

/** Codes that are sent in the course of a sign-in and live as long as its step. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly sessions: SignInSessions,
    private readonly quotas: Quotas,
    private readonly messages: SignInCodeMessages,
    private readonly secret: PoolSecret,
  ) {}

  async ask(
    challenge: CodeChallengeName,
    client: PoolClient,
    subject: Subject,
    proofs: Proofs,
    { setup = false } = {},
  ): Promise<AuthAnswer> {
    await this.quotas.take(subject.id, proofs.first ? 'second-factor-code' : 'first-factor-code');
    const code = newCode();
    const session = await this.sessions.open(
      challenge,
      client,
      { subjectId: subject.id, proofs },
      { mac: this.mac(subject.id, code).toString('base64'), setup },
    );
    const delivery = await this.messages.send(mediumOf(challenge), subject, code);
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

  private mac(subjectId: string, code: string): Buffer {
    return this.secret.derive('sign-in-code', `${subjectId}|${code}`, MAC_BYTES);
  }
}

const mediumOf = (challenge: CodeChallengeName): CodeMedium =>
  challenge === 'EMAIL_OTP' ? 'EMAIL' : 'SMS';
