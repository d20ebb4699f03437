import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { caller } from '../audit/caller';
import { ProtectionMails } from '../audit/protection-mails';
import { SecurityEvents } from '../audit/security-events';
import { MfaFactors } from '../mfa/mfa-factors';
import { PoolSettings } from '../pool-settings';
import { refuse } from '../protocol/refusals';
import type { Progress } from '../sign-in/progress';
import type { Verifier } from '../srp/srp';
import type { Caller } from '../tokens/access-tokens';
import type { PoolUser } from '../users/pool-user';
import { PoolSecret } from '../users/pool-secret';
import { DeviceSettings } from './device-settings';
import { Devices } from './devices';

/** What a client needs to make a secret for the device that it runs on. */
export interface NewDeviceMetadata {
  DeviceKey: string;
  DeviceGroupKey: string;
}

const GROUP_KEY_LETTERS = 9;

/** Devices from the sign-in at which they are met first. */
@Injectable()
export class NewDevices {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly policy: DeviceSettings,
    private readonly devices: Devices,
    private readonly factors: MfaFactors,
    private readonly secret: PoolSecret,
    private readonly events: SecurityEvents,
    private readonly mails: ProtectionMails,
  ) {}

  /**
   * A name for the device that a sign-in came from, unless it has one. Making the secret takes the
   * client a second of arithmetic, so people who would have to ask for it get it only when it spares
   * them a second factor.
   */
  async introduce({ user, proofs, responses }: Progress): Promise<NewDeviceMetadata | undefined> {
    const { policy } = this.policy;
    if (policy === 'off' || proofs.second === 'device') return undefined;
    if (policy === 'opt-in' && !(await this.wouldBeSpared(user, proofs))) return undefined;
    const key = responses['DEVICE_KEY'];
    if (key && (await this.devices.find(user.id, key))) return undefined;
    const [region = ''] = this.settings.poolId.split('_', 1);
    return {
      DeviceKey: `${region}_${randomUUID()}`,
      DeviceGroupKey: this.groupKeyOf(user.id),
    };
  }

  /** Whoever got here by a password alone was asked for nothing more, so there is nothing to look up. */
  private async wouldBeSpared(user: PoolUser, proofs: Progress['proofs']): Promise<boolean> {
    if (proofs.first === 'password' && !proofs.second) return false;
    return (await this.factors.of(user.id)).kinds.length > 0;
  }

  /** @returns whether the person must say that the device is to be remembered */
  async confirm(
    { user, originJti }: Caller,
    { key, name, verifier }: { key: string; name: string; verifier: Verifier },
  ): Promise<boolean> {
    const userId = user.id;
    const { policy } = this.policy;
    if (policy === 'off') throw refuse.devicesOff();
    const [region = ''] = this.settings.poolId.split('_', 1);
    if (!key.startsWith(`${region}_`)) throw refuse.deviceNotFound();
    const remembered = policy === 'always';
    await this.uow.run(async (tx) => {
      const device = { key, name: name || caller().client, remembered };
      const secret = { groupKey: this.groupKeyOf(userId), verifier };
      if (!(await this.devices.keep(tx, userId, device, secret))) throw refuse.deviceNotFound();
      await this.devices.linkSession(tx, originJti, key);
      if (!remembered) return;
      await this.events.record(userId, 'device_remembered', tx, device.name);
      await this.mails.tell(tx, user, 'device-remembered');
    });
    return !remembered;
  }

  /** One for all devices of an account, the same for ever. */
  private groupKeyOf(userId: string): string {
    const bytes = this.secret.derive('device-group', userId, GROUP_KEY_LETTERS);
    return `-${bytes.toString('base64url').slice(0, GROUP_KEY_LETTERS)}`;
  }
}
