import { Injectable } from '@nestjs/common';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer } from '../sign-in/challenge';
import type { Progress, SignInStep } from '../sign-in/progress';
import { SignInSessions, waiting } from '../sign-in/sign-in-sessions';
import { Subjects } from '../users/subjects';
import { DeviceSettings } from './device-settings';
import { Devices } from './devices';

/** Lets a remembered device prove itself, in place of a second factor. */
@Injectable()
export class DeviceStep implements SignInStep {
  constructor(
    private readonly settings: DeviceSettings,
    private readonly devices: Devices,
    private readonly sessions: SignInSessions,
    private readonly subjects: Subjects,
  ) {}

  async next(progress: Progress): Promise<AuthAnswer | undefined> {
    const { user, client, proofs, responses } = progress;
    const key = responses['DEVICE_KEY'];
    if (!key || proofs.second || this.settings.policy === 'off') return undefined;
    if (!(await this.devices.secretOf(user.id, key))) return undefined;
    return {
      ChallengeName: 'DEVICE_SRP_AUTH',
      ChallengeParameters: { USERNAME: user.id, DEVICE_KEY: key },
      Session: await this.sessions.open('DEVICE_SRP_AUTH', client, waiting(progress), { key }),
    };
  }

  /**
   * Clients forget a device that they are told does not exist, and send the same answer again without
   * it: so they must be told before that answer is used up.
   * @throws the protocol's refusal
   */
  async expectKnown(username: string, key: string | undefined): Promise<void> {
    if (!key || this.settings.policy === 'off') return;
    const { id } = await this.subjects.find(username);
    if (!(await this.devices.find(id, key))) throw refuse.deviceNotFound();
  }
}
