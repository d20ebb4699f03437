import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { refuse } from '../protocol/refusals';
import { AuthSessions } from '../sign-in/auth-sessions';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { required } from '../sign-in/parameters';
import { namesSubject, proofs } from '../sign-in/progress';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import { Srp } from '../srp/srp';
import { parseTimestamp } from '../srp/timestamp';
import { PoolUsers } from '../users/pool-users';
import { Devices } from './devices';

const hexNumber = z.string().transform((hex) => BigInt(`0x${hex}`));
const exchange = z.object({
  a: hexNumber,
  b: hexNumber,
  publicB: hexNumber,
  key: z.string(),
  proofs: proofs.required({ first: true }),
});

/** A remembered device has proved itself, or not. */
@Injectable()
export class DevicePasswordVerifierChallenge implements ChallengeHandler {
  readonly name = 'DEVICE_PASSWORD_VERIFIER';

  constructor(
    private readonly blocks: AuthSessions,
    private readonly devices: Devices,
    private readonly srp: Srp,
    private readonly users: PoolUsers,
    private readonly completion: SignInCompletion,
    private readonly events: SecurityEvents,
  ) {}

  async respond({ client, responses }: ChallengeResponse): Promise<AuthAnswer> {
    const username = required(responses, 'USERNAME');
    const signature = required(responses, 'PASSWORD_CLAIM_SIGNATURE');
    const timestamp = required(responses, 'TIMESTAMP');
    if (parseTimestamp(timestamp) === undefined) throw refuse.badTimestamp();
    const secretBlock = Buffer.from(required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'), 'base64');
    const session = await this.blocks.take(
      { challenge: this.name, clientId: client.id },
      secretBlock,
      exchange,
    );
    if (!session || !namesSubject(username, session.userId, session.state.proofs.username))
      throw refuse.invalidSession();
    const { a, b, publicB, key } = session.state;
    const secret = await this.devices.secretOf(session.userId, key);
    const user = await this.users.find({ kind: 'id', id: session.userId });
    if (!secret || !user) throw refuse.deviceNotFound();
    const right = await this.srp.proves({
      identity: { group: secret.groupKey, userId: key },
      verifier: secret.verifier.verifier,
      clientA: a,
      server: { b, publicB },
      secretBlock,
      timestamp,
      signature,
    });
    if (!right) {
      await this.events.record(user.id, 'sign_in_failed');
      throw refuse.wrongCredentials();
    }
    await this.devices.noteUse(key);
    return this.completion.complete({
      user,
      client,
      proofs: { ...session.state.proofs, second: 'device' },
      deviceKey: key,
      responses,
    });
  }
}
