import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import type { DEVICE_POLICIES } from '../config';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';
import { parseVerifier, verifierText, type Verifier } from '../srp/srp';
import { PoolSecret } from '../users/decoy-users';

/** Settings of remembered devices, which skip the second factor. */
export class DeviceSettings {
  constructor(
    /** `opt-in`: the user decides; `always`: every device that a user signs in on. */
    readonly policy: (typeof DEVICE_POLICIES)[number],
  ) {}
}

/** A device that a user has signed in on. */
export interface Device {
  key: string;
  name: string;
  remembered: boolean;
  createdAt: Date;
  modifiedAt: Date;
  authenticatedAt: Date;
}

/** SRP verifier of a device's secret. */
export interface DeviceSecret {
  groupKey: string;
  verifier: Verifier;
}

interface DeviceRow {
  device_key: string;
  name: string;
  remembered: boolean;
  created_at: Date;
  modified_at: Date;
  authenticated_at: Date;
}

const COLUMNS = 'device_key, name, remembered, created_at, modified_at, authenticated_at';
/** Per account; beyond this limit the least recently used devices are deleted. */
const MAX_DEVICES = 50;
const GROUP_KEY_LETTERS = 9;

/** Devices of all accounts. Their verifiers are encrypted like password verifiers. */
@Injectable()
export class Devices {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
    private readonly secret: PoolSecret,
  ) {}

  /** Returns the account's devices, most recently used first. */
  async of(userId: string): Promise<Device[]> {
    const rows = await this.uow.query<DeviceRow>(
      `SELECT ${COLUMNS} FROM device WHERE user_id::text = $1
        ORDER BY authenticated_at DESC, device_key LIMIT ${MAX_DEVICES}`,
      [userId],
    );
    return rows.map(toDevice);
  }

  async find(userId: string, key: string): Promise<Device | undefined> {
    const [row] = await this.uow.query<DeviceRow>(
      `SELECT ${COLUMNS} FROM device WHERE user_id::text = $1 AND device_key = $2`,
      [userId, key],
    );
    return row && toDevice(row);
  }

  async secretOf(userId: string, key: string): Promise<DeviceSecret | undefined> {
    const [row] = await this.uow.query<{ group_key: string; sealed_verifier: string | null }>(
      `SELECT group_key, sealed_verifier FROM device
        WHERE user_id = $1 AND device_key = $2 AND remembered`,
      [userId, key],
    );
    if (!row?.sealed_verifier) return undefined;
    const plain = this.keyring.open(row.sealed_verifier, SEALED.device, this.owner(key)).toString();
    return { groupKey: row.group_key, verifier: parseVerifier(plain) };
  }

  /** @returns false when the key belongs to another user */
  async store(
    tx: Transaction,
    userId: string,
    device: { key: string; name: string; remembered: boolean },
    verifier: Verifier,
  ): Promise<boolean> {
    const stored = await tx.query(
      `INSERT INTO device AS d
         (device_key, user_id, group_key, name, remembered, sealed_verifier)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (device_key) DO UPDATE SET
         name = excluded.name, remembered = excluded.remembered, modified_at = now(),
         sealed_verifier = excluded.sealed_verifier
       WHERE d.user_id = excluded.user_id RETURNING device_key`,
      [
        device.key,
        userId,
        this.groupKeyOf(userId),
        device.name,
        device.remembered,
        this.keyring.seal(verifierText(verifier), SEALED.device, this.owner(device.key)),
      ],
    );
    await tx.query(
      `DELETE FROM device WHERE user_id = $1 AND device_key IN (
         SELECT device_key FROM device WHERE user_id = $1
          ORDER BY authenticated_at DESC OFFSET ${MAX_DEVICES})`,
      [userId],
    );
    return stored.length > 0;
  }

  /** Links a session to its device, which its tokens name once the device is remembered. */
  async linkSession(tx: Transaction, originJti: string, key: string): Promise<void> {
    await tx.query('UPDATE user_session SET device_key = $2 WHERE origin_jti = $1', [
      originJti,
      key,
    ]);
  }

  /** @returns the updated device, or undefined when the account has no device with this key */
  async setRemembered(
    tx: Transaction,
    userId: string,
    key: string,
    remembered: boolean,
  ): Promise<Device | undefined> {
    const [row] = await tx.query<DeviceRow>(
      `UPDATE device SET remembered = $3, modified_at = now()
        WHERE user_id = $1 AND device_key = $2 RETURNING ${COLUMNS}`,
      [userId, key, remembered],
    );
    return row && toDevice(row);
  }

  /** @returns the device's name, or undefined when the account has no device with this key */
  async delete(tx: Transaction, userId: string, key: string): Promise<string | undefined> {
    const [row] = await tx.query<{ name: string }>(
      'DELETE FROM device WHERE user_id = $1 AND device_key = $2 RETURNING name',
      [userId, key],
    );
    return row?.name;
  }

  async noteUse(key: string): Promise<void> {
    await this.uow.query('UPDATE device SET authenticated_at = now() WHERE device_key = $1', [key]);
  }

  /** Device group key: one per account, never changes. */
  groupKeyOf(userId: string): string {
    const bytes = this.secret.derive('device-group', userId, GROUP_KEY_LETTERS);
    return `-${bytes.toString('base64url').slice(0, GROUP_KEY_LETTERS)}`;
  }

  private owner(key: string): string {
    return `${this.settings.poolId}|${key}`;
  }
}

const toDevice = (row: DeviceRow): Device => ({
  key: row.device_key,
  name: row.name,
  remembered: row.remembered,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  authenticatedAt: row.authenticated_at,
});
