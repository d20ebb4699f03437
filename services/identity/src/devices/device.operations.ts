import { Injectable } from '@nestjs/common';
import { optionalText } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { caller } from '../caller/caller';
import { MailRequests } from '../messages/mail-requests';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../sessions/access-tokens';
import { PoolSettings } from '../settings/pool-settings';
import { fromBytes, N } from '../srp/modular-power';
import { Devices, DeviceSettings, type Device } from './devices';

const deviceKey = z.string().regex(/^[\w-]{1,55}_[0-9a-f-]{36}$/, {
  error: 'Member must satisfy regular expression pattern: [\\w-]+_[0-9a-f-]+',
});
/** Clients encode numbers like Java's BigInteger: at most the group's length and a sign byte. */
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

const MAX_LISTED = 60;

/** Device operations of signed-in users. */
@Injectable()
export class DeviceOperations extends OperationGroup {
  readonly operations = {
    ConfirmDevice: operation(confirmRequest, async (input) => {
      const { user, originJti } = await this.accessTokens.verifyProved(input.AccessToken);
      const { policy } = this.settings;
      if (policy === 'off') throw refuse.devicesOff();
      const key = input.DeviceKey;
      if (!key.startsWith(`${this.pool.region}_`)) throw refuse.deviceNotFound();
      const { Salt: salt, PasswordVerifier: verifier } = input.DeviceSecretVerifierConfig;
      const remembered = policy === 'always';
      const device = { key, name: input.DeviceName || caller().client, remembered };
      await this.uow.run(async (tx) => {
        if (!(await this.devices.store(tx, user.id, device, { salt, verifier })))
          throw refuse.deviceNotFound();
        await this.devices.linkSession(tx, originJti, key);
        if (!remembered) return;
        await this.events.record(user.id, 'device_remembered', tx, device.name);
        await this.mails.notifyOwner(tx, user, 'device-remembered');
      });
      // Whether the user must confirm that the device is remembered.
      return { UserConfirmationNecessary: !remembered };
    }),
    GetDevice: operation(oneRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      const device = await this.devices.find(user.id, input.DeviceKey);
      if (!device) throw refuse.deviceNotFound();
      return { Device: described(device) };
    }),
    /** The pagination token is an index into the list, which is short. */
    ListDevices: operation(listRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      const all = await this.devices.of(user.id);
      const from = Number(input.PaginationToken ?? 0);
      const to = from + (input.Limit || MAX_LISTED);
      return {
        Devices: all.slice(from, to).map(described),
        ...(to < all.length ? { PaginationToken: String(to) } : {}),
      };
    }),
    UpdateDeviceStatus: operation(statusRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      const remembered = input.DeviceRememberedStatus === 'remembered';
      await this.uow.run(async (tx) => {
        const device = await this.devices.setRemembered(tx, user.id, input.DeviceKey, remembered);
        if (!device) throw refuse.deviceNotFound();
        const event = remembered ? 'device_remembered' : 'device_forgotten';
        await this.events.record(user.id, event, tx, device.name);
        await this.mails.notifyOwner(
          tx,
          user,
          remembered ? 'device-remembered' : 'device-forgotten',
        );
      });
      return {};
    }),
    ForgetDevice: operation(oneRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      await this.uow.run(async (tx) => {
        const name = await this.devices.delete(tx, user.id, input.DeviceKey);
        if (name === undefined) throw refuse.deviceNotFound();
        await this.events.record(user.id, 'device_forgotten', tx, name);
        await this.mails.notifyOwner(tx, user, 'device-forgotten');
      });
      return {};
    }),
  };

  constructor(
    private readonly uow: UnitOfWork,
    private readonly accessTokens: AccessTokens,
    private readonly devices: Devices,
    private readonly pool: PoolSettings,
    private readonly settings: DeviceSettings,
    private readonly events: SecurityEvents,
    private readonly mails: MailRequests,
  ) {
    super();
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
