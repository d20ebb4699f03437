import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { AuthSessions } from '../sign-in/auth-sessions';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { required } from '../sign-in/parameters';
import { SignInSessions } from '../sign-in/sign-in-sessions';
import { parseClientA, Srp } from '../srp/srp';
import { Devices } from './devices';

const SECRET_BLOCK_BYTES = 256;
const remembered = z.object({ key: z.string() });
const hex = (value: bigint) => value.toString(16);

/** A remembered device begins to prove itself. */
@Injectable()
export class DeviceSrpChallenge implements ChallengeHandler {
  readonly name = 'DEVICE_SRP_AUTH';

  constructor(
    private readonly sessions: SignInSessions,
    private readonly blocks: AuthSessions,
    private readonly devices: Devices,
    private readonly srp: Srp,
  ) {}

  async respond(response: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = response;
    const clientA = parseClientA(required(responses, 'SRP_A'));
    if (clientA === undefined) throw refuse.badSrpA();
    const resumed = await this.sessions.resume(this.name, response, remembered);
    const { key } = resumed.extra;
    const secret =
      responses['DEVICE_KEY'] === key && (await this.devices.secretOf(resumed.subjectId, key));
    if (!secret) throw refuse.deviceNotFound();
    await resumed.finish();
    const { b, publicB } = await this.srp.challenge(secret.verifier.verifier);
    const block = await this.blocks.open(
      { challenge: 'DEVICE_PASSWORD_VERIFIER', clientId: client.id },
      resumed.subjectId,
      { a: hex(clientA), b: hex(b), publicB: hex(publicB), key, proofs: resumed.proofs },
      SECRET_BLOCK_BYTES,
    );
    return {
      ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: hex(secret.verifier.salt),
        SECRET_BLOCK: block.toString('base64'),
        SRP_B: hex(publicB),
        DEVICE_KEY: key,
        USERNAME: resumed.subjectId,
      },
    };
  }
}
