import { Injectable } from '@nestjs/common';
import { DeviceStep } from '../devices/device-step';
import { refuse } from '../protocol/refusals';
import { parseTimestamp } from '../srp/timestamp';
import { subjectOf } from '../users/subjects';
import { AuthSessions } from './auth-sessions';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from './challenge';
import { CustomSteps } from './custom/custom-steps';
import { required } from './parameters';
import { exchange, PasswordProofs } from './password-proofs';
import { namesSubject } from './progress';
import { SignInCompletion } from './sign-in-completion';

/** Sign-in by password that never sends the password: checks the proof. */
@Injectable()
export class PasswordVerifierChallenge implements ChallengeHandler {
  readonly name = 'PASSWORD_VERIFIER';

  constructor(
    private readonly authSessions: AuthSessions,
    private readonly proofs: PasswordProofs,
    private readonly completion: SignInCompletion,
    private readonly customSteps: CustomSteps,
    private readonly devices: DeviceStep,
  ) {}

  async respond({ client, responses }: ChallengeResponse): Promise<AuthAnswer> {
    const username = required(responses, 'USERNAME');
    const signature = required(responses, 'PASSWORD_CLAIM_SIGNATURE');
    const timestamp = required(responses, 'TIMESTAMP');
    // Its age is not judged: the block works once and for minutes, and clocks of people go wrong.
    if (parseTimestamp(timestamp) === undefined) throw refuse.badTimestamp();
    const secretBlock = Buffer.from(required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'), 'base64');
    const device = responses['DEVICE_KEY'];
    await this.devices.expectKnown(username, device);
    const session = await this.authSessions.take(
      { challenge: this.name, clientId: client.id },
      secretBlock,
      exchange,
    );
    if (!session || !namesSubject(username, session.userId, session.state.username))
      throw refuse.invalidSession();
    const proof = { secretBlock, timestamp, signature };
    const account = await this.proofs.provedBy(session.userId, session.state, proof, device);
    if (!account?.user) throw refuse.wrongCredentials();
    const { user, factors } = account;
    const proofs = {
      username: session.state.username,
      first: 'password',
      credentialEpoch: user.credentialEpoch,
    } as const;
    return session.state.then === 'custom'
      ? this.customSteps.next(client, subjectOf(user), proofs)
      : this.completion.complete({ user, client, proofs, factors, responses });
  }
}
