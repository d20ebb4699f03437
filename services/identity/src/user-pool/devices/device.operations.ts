import { Injectable } from '@nestjs/common';
import { optionalText } from '@tomekeeper/contracts-problem';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { ProtectionMails } from '../audit/protection-mails';
import { SecurityEvents } from '../audit/security-events';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { fromBytes, N } from '../srp/group';
import { AccessTokens } from '../tokens/access-tokens';
import { Devices, type Device } from './devices';
import { NewDevices } from './new-devices';

const deviceKey = z.string().regex(/^[\w-]{1,55}_[0-9a-f-]{36}$/, {
  error: 'Member must satisfy regular expression pattern: [\\w-]+_[0-9a-f-]+',
});
/** The clients' numbers are Java's: at most the group's length and a sign byte. */
const number = (longest: number) =>
  z
    .base64()
    .max(longest)
    .transform((text) => fromBytes(Buffer.from(text, 'base64')));
const confirmRequest = z.object({
  AccessToken: z.string(),
  DeviceKey: deviceKey,
  DeviceName: optionalText('DeviceName', 100).default(''),
  DeviceSecretVerifierConfig: z.object({
    Salt: number(48),
    PasswordVerifier: number(520).refine((value) => value > 1n && value < N, {
      error: 'is no verifier',
    }),
  }),
});
const oneRequest = z.object({ AccessToken: z.string(), DeviceKey: deviceKey });
const statusRequest = oneRequest.extend({
  DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']),
});
const listRequest = z.object({
  AccessToken: z.string(),
  Limit: z.number().int().min(0).max(60).optional(),
  PaginationToken: z
    .string()
    .regex(/^\d{1,2}$/)
    .optional(),
});

const MOST_LISTED = 60;

/** What signed-in people do with the devices that they signed in on. */
@Injectable()
export class DeviceOperations extends OperationGroup {
  readonly operations = {
    ConfirmDevice: operation(confirmRequest, (input) => this.confirm(input)),
    GetDevice: operation(oneRequest, (input) => this.get(input)),
    ListDevices: operation(listRequest, (input) => this.list(input)),
    UpdateDeviceStatus: operation(statusRequest, (input) => this.update(input)),
    ForgetDevice: operation(oneRequest, (input) => this.forget(input)),
  };

  constructor(
    private readonly uow: UnitOfWork,
    private readonly accessTokens: AccessTokens,
    private readonly devices: Devices,
    private readonly newDevices: NewDevices,
    private readonly events: SecurityEvents,
    private readonly mails: ProtectionMails,
  ) {
    super();
  }

  private async confirm(input: z.infer<typeof confirmRequest>): Promise<object> {
    const caller = await this.accessTokens.verifyProved(input.AccessToken);
    const { Salt: salt, PasswordVerifier: verifier } = input.DeviceSecretVerifierConfig;
    const mustAsk = await this.newDevices.confirm(caller, {
      key: input.DeviceKey,
      name: input.DeviceName,
      verifier: { salt, verifier },
    });
    return { UserConfirmationNecessary: mustAsk };
  }

  private async get(input: z.infer<typeof oneRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    const device = await this.devices.find(user.id, input.DeviceKey);
    if (!device) throw refuse.deviceNotFound();
    return { Device: described(device) };
  }

  /** The token is the place in the list, which is short. */
  private async list(input: z.infer<typeof listRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    const all = await this.devices.of(user.id);
    const from = Number(input.PaginationToken ?? 0);
    const to = from + (input.Limit || MOST_LISTED);
    return {
      Devices: all.slice(from, to).map(described),
      ...(to < all.length ? { PaginationToken: String(to) } : {}),
    };
  }

  private async update(input: z.infer<typeof statusRequest>): Promise<object> {
    const { user } = await this.accessTokens.verifyProved(input.AccessToken);
    const remembered = input.DeviceRememberedStatus === 'remembered';
    await this.uow.run(async (tx) => {
      const device = await this.devices.setRemembered(tx, user.id, input.DeviceKey, remembered);
      if (!device) throw refuse.deviceNotFound();
      const event = remembered ? 'device_remembered' : 'device_forgotten';
      await this.events.record(user.id, event, tx, device.name);
      await this.mails.tell(tx, user, remembered ? 'device-remembered' : 'device-forgotten');
    });
    return {};
  }

  private async forget(input: z.infer<typeof oneRequest>): Promise<object> {
    const { user } = await this.accessTokens.verifyProved(input.AccessToken);
    await this.uow.run(async (tx) => {
      const name = await this.devices.forget(tx, user.id, input.DeviceKey);
      if (name === undefined) throw refuse.deviceNotFound();
      await this.events.record(user.id, 'device_forgotten', tx, name);
      await this.mails.tell(tx, user, 'device-forgotten');
    });
    return {};
  }
}

const seconds = (time: Date): number => time.getTime() / 1000;

const described = (device: Device): object => ({
  DeviceKey: device.key,
  DeviceAttributes: [
    { Name: 'device_name', Value: device.name },
    { Name: 'device_status', Value: 'valid' },
    {
      Name: 'dev:device_remembered_status',
      Value: device.remembered ? 'remembered' : 'not_remembered',
    },
  ],
  DeviceCreateDate: seconds(device.createdAt),
  DeviceLastModifiedDate: seconds(device.modifiedAt),
  DeviceLastAuthenticatedDate: seconds(device.authenticatedAt),
});
