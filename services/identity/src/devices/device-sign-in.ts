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

/** Replaces the second factor by a remembered device's proof, and registers new devices. */
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
   * On an unknown-device error clients drop the device and resend the same response without it, so the error must
   * precede the use of that response.
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
   * Assigns a device key to a sign-in from an unregistered device. Creating the device secret takes the client a
   * second, so with `opt-in` users get a key only if the device would replace a second factor.
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

  /** After a password alone no second factor was required, so the lookup is unnecessary. */
  private async sparesSecondFactor(user: PoolUser, proofs: Progress['proofs']): Promise<boolean> {
    if (proofs.first === 'password' && !proofs.second) return false;
    return (await this.factors.of(user.id)).kinds.length > 0;
  }
}

/** Starts the SRP exchange of a remembered device. */
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

/** Verifies the SRP proof of a remembered device. */
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
