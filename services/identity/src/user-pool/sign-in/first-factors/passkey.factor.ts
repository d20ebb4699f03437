import { Injectable } from '@nestjs/common';
import { WebAuthnChallenge } from '../../passkeys/web-authn.challenge';
import { PhantomUsers } from '../../users/phantom-users';
import type { Subject } from '../../users/subjects';
import type { AuthAnswer } from '../challenge';
import { began } from '../progress';
import type { FirstFactor, FirstFactorRequest } from './first-factor';

/** A passkey in place of a password. */
@Injectable()
export class PasskeyFactor implements FirstFactor {
  readonly name = 'WEB_AUTHN';

  constructor(
    private readonly challenge: WebAuthnChallenge,
    private readonly phantoms: PhantomUsers,
  ) {}

  async isOpenTo({ id, user }: Subject): Promise<boolean> {
    // Looked up for strangers too, as the time must not tell them apart.
    const hasOne = await this.challenge.isAvailable(id);
    return user ? hasOne : this.phantoms.seemToHave('passkey', id);
  }

  async begin({ client, subject, username }: FirstFactorRequest): Promise<AuthAnswer> {
    const answer = await this.challenge.ask(client, {
      subjectId: subject.id,
      proofs: began(username, subject.user),
    });
    return subject.user ? answer : this.withInventedPasskey(answer, subject.id);
  }

  /** A question that names no passkey would tell that there is nobody. */
  private withInventedPasskey(answer: AuthAnswer, userId: string): AuthAnswer {
    const { CREDENTIAL_REQUEST_OPTIONS: options = '{}', ...parameters } =
      answer.ChallengeParameters;
    const allowCredentials = [
      {
        id: this.phantoms.passkeyOf(userId).toString('base64url'),
        transports: ['internal', 'hybrid'],
        type: 'public-key',
      },
    ];
    return {
      ...answer,
      ChallengeParameters: {
        ...parameters,
        CREDENTIAL_REQUEST_OPTIONS: JSON.stringify({ ...JSON.parse(options), allowCredentials }),
      },
    };
  }
}
