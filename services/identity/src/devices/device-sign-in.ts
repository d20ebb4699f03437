import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PendingChallenges, stateOf } from '../sign-in/pending-challenges';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import {
  ChallengeHandler,
  namesSubject,
  proofs as shownProofs,
  SignInStep,
  type AuthAnswer,
  type ChallengeResponse,
  type Parameters,
  type Progress,
  type TokenExtras,
} from '../sign-in/sign-in-parts';
import { exchange, proofIn, publicValueIn, SrpExchange } from '../sign-in/srp-exchange';
import { type PoolUser, SecondFactors } from '../users/pool-user';
import { PoolUsers, Subjects } from '../users/pool-users';
import { Devices, DeviceSettings } from './devices';

const deviceState = z.object({ key: z.string() });
const deviceExchange = exchange.extend({
  key: z.string(),
  proofs: shownProofs.required({ first: true }),
});

/** Lets a remembered device prove itself in place of a second factor, and names new ones. */
@SignInStep()
@Injectable()
export class DeviceStep implements SignInStep {
  readonly stage = 'device';

  constructor(
    private readonly pool: PoolSettings,
    private readonly settings: DeviceSettings,
    private readonly devices: Devices,
    private readonly factors: SecondFactors,
    private readonly pending: PendingChallenges,
    private readonly subjects: Subjects,
  ) {}

  /**
   * Clients drop a device that the pool does not know, and send the same answer again without it: so they must
   * get the error before that answer is used up.
   */
  async beforePasswordProof(username: string, responses: Parameters): Promise<void> {
    const key = responses['DEVICE_KEY'];
    if (!key || this.settings.policy === 'off') return;
    const { id } = await this.subjects.find(username);
    if (!(await this.devices.find(id, key))) throw refuse.deviceNotFound();
  }

  async next(progress: Progress): Promise<AuthAnswer | undefined> {
    const { user, client, proofs, responses } = progress;
    const key = responses['DEVICE_KEY'];
    if (!key || proofs.second || this.settings.policy === 'off') return undefined;
    if (!(await this.devices.secretOf(user.id, key))) return undefined;
    return {
      ChallengeName: 'DEVICE_SRP_AUTH',
      ChallengeParameters: { USERNAME: user.id, DEVICE_KEY: key },
      Session: await this.pending.open('DEVICE_SRP_AUTH', client, stateOf(progress), { key }),
    };
  }

  /**
   * A name for the device that a sign-in came from, unless it has one. Making the secret takes the
   * client a second of arithmetic, so people who would have to ask for it get it only when it spares
   * them a second factor.
   */
  async beforeTokens({ user, proofs, responses }: Progress): Promise<TokenExtras> {
    const { policy } = this.settings;
    if (policy === 'off' || proofs.second === 'device') return {};
    if (policy === 'opt-in' && !(await this.sparesSecondFactor(user, proofs))) return {};
    const key = responses['DEVICE_KEY'];
    if (key && (await this.devices.find(user.id, key))) return {};
    return {
      NewDeviceMetadata: {
        DeviceKey: `${this.pool.region}_${randomUUID()}`,
        DeviceGroupKey: this.devices.groupKeyOf(user.id),
      },
    };
  }

  /** After a password alone no second factor was required, so there is none to look up. */
  private async sparesSecondFactor(user: PoolUser, proofs: Progress['proofs']): Promise<boolean> {
    if (proofs.first === 'password' && !proofs.second) return false;
    return (await this.factors.of(user.id)).kinds.length > 0;
  }
}

/** A remembered device begins to prove itself. */
@ChallengeHandler()
@Injectable()
export class DeviceSrpChallenge implements ChallengeHandler {
  readonly name = 'DEVICE_SRP_AUTH';

  constructor(
    private readonly pending: PendingChallenges,
    private readonly exchange: SrpExchange,
    private readonly devices: Devices,
  ) {}

  async respond(response: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = response;
    const clientA = publicValueIn(responses);
    const { subjectId, proofs, extra, finish } = await this.pending.resume(
      this.name,
      response,
      deviceState,
    );
    const { key } = extra;
    const secret = responses['DEVICE_KEY'] === key && (await this.devices.secretOf(subjectId, key));
    if (!secret) throw refuse.deviceNotFound();
    await finish();
    const begun = await this.exchange.begin(
      { challenge: 'DEVICE_PASSWORD_VERIFIER', clientId: client.id },
      subjectId,
      secret.verifier,
      clientA,
      { key, proofs },
    );
    return {
      ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
      ChallengeParameters: { ...begun, DEVICE_KEY: key, USERNAME: subjectId },
    };
  }
}

/** A remembered device has proved itself, or not. */
@ChallengeHandler()
@Injectable()
export class DevicePasswordVerifierChallenge implements ChallengeHandler {
  readonly name = 'DEVICE_PASSWORD_VERIFIER';

  constructor(
    private readonly exchange: SrpExchange,
    private readonly devices: Devices,
    private readonly users: PoolUsers,
    private readonly completion: SignInCompletion,
    private readonly events: SecurityEvents,
  ) {}

  async respond({ client, responses }: ChallengeResponse): Promise<AuthAnswer> {
    const proof = proofIn(responses);
    const challenge = { challenge: this.name, clientId: client.id } as const;
    const { userId, state } = await this.exchange.take(challenge, proof, deviceExchange);
    if (!namesSubject(proof.username, userId, state.proofs.username)) throw refuse.invalidSession();
    const { key } = state;
    const secret = await this.devices.secretOf(userId, key);
    const user = await this.users.find({ kind: 'id', id: userId });
    if (!secret || !user) throw refuse.deviceNotFound();
    const identity = { group: secret.groupKey, userId: key };
    if (!(await this.exchange.proves(identity, secret.verifier, state, proof))) {
      await this.events.record(user.id, 'sign_in_failed');
      throw refuse.wrongCredentials();
    }
    await this.devices.noteUse(key);
    return this.completion.complete({
      user,
      client,
      proofs: { ...state.proofs, second: 'device' },
      deviceKey: key,
      responses,
    });
  }
}
