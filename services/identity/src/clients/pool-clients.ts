import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { LRUCache } from 'lru-cache';
import { refuse } from '../protocol/refusals';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';

/** Authentication flows that a client can be allowed to use. */
export type AuthFlowName =
  | 'USER_SRP_AUTH'
  | 'USER_PASSWORD_AUTH'
  | 'USER_AUTH'
  | 'CUSTOM_AUTH'
  | 'REFRESH_TOKEN_AUTH';

/** An app client of the pool. */
export interface PoolClient {
  id: string;
  flows: readonly string[];
  /** Refresh token rotation: each use returns a new token, and only GetTokensFromRefreshToken works. */
  rotatesRefreshTokens: boolean;
  /** How the confirmation mail verifies an address. */
  verifiesBy: 'code' | 'link';
  /** The managed service's PreventUserExistenceErrors=LEGACY: errors reveal unknown users. */
  tellsUnknownUsers: boolean;
  /** Undefined for browser applications, which cannot keep a secret. */
  secret: string | undefined;
}

interface PoolClientRow {
  client_id: string;
  flows: string[];
  rotates_refresh_tokens: boolean;
  verifies_by: 'code' | 'link';
  tells_unknown_users: boolean;
  sealed_secret: string | null;
}

const CLIENT_ID = /^[\w+]{1,128}$/;
const WEB_CLIENT_FLOWS = [
  'USER_SRP_AUTH',
  'USER_AUTH',
  'CUSTOM_AUTH',
  'REFRESH_TOKEN_AUTH',
] satisfies AuthFlowName[];

/** Every call names its client, and clients rarely change. TTL in milliseconds. */
const REMEMBERED = { max: 100, ttl: 2000 };

@Injectable()
export class PoolClients {
  private readonly known = new LRUCache<string, PoolClient>(REMEMBERED);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** Creates the product's own client at first boot, and updates its flows to those of this build. */
  async ensure(): Promise<void> {
    await this.uow.query(
      `INSERT INTO pool_client (pool_id, client_id, flows) VALUES ($1, $2, $3)
       ON CONFLICT (pool_id, client_id) DO UPDATE SET flows = excluded.flows`,
      [this.settings.poolId, this.settings.webClientId, WEB_CLIENT_FLOWS],
    );
  }

  /** @throws {ProtocolError} when the client does not exist */
  async get(clientId: string): Promise<PoolClient> {
    const known = this.known.get(clientId);
    if (known) return known;
    const client = CLIENT_ID.test(clientId) ? await this.read(clientId) : undefined;
    // Unknown clients are not cached: an operator may create one at any moment.
    if (!client) throw refuse.unknownClient(clientId);
    this.known.set(clientId, client);
    return client;
  }

  private async read(clientId: string): Promise<PoolClient | undefined> {
    const [row] = await this.uow.query<PoolClientRow>(
      `SELECT client_id, flows, rotates_refresh_tokens, verifies_by, tells_unknown_users,
              sealed_secret
         FROM pool_client WHERE pool_id = $1 AND client_id = $2`,
      [this.settings.poolId, clientId],
    );
    return (
      row && {
        id: row.client_id,
        flows: row.flows,
        rotatesRefreshTokens: row.rotates_refresh_tokens,
        verifiesBy: row.verifies_by,
        tellsUnknownUsers: row.tells_unknown_users,
        secret: row.sealed_secret
          ? this.keyring
              .open(row.sealed_secret, SEALED.clientSecret, `${this.settings.poolId}|${clientId}`)
              .toString()
          : undefined,
      }
    );
  }

  /** Returns the client after verifying its secret hash, if the client has a secret. */
  async getProven(
    clientId: string,
    username: string,
    secretHash: string | undefined,
  ): Promise<PoolClient> {
    const client = await this.get(clientId);
    if (client.secret === undefined) return client;
    if (secretHash === undefined) throw refuse.secretHashMissing(client.id);
    const expected = createHmac('sha256', client.secret)
      .update(username + client.id)
      .digest();
    if (!sameBytes(expected, Buffer.from(secretHash, 'base64')))
      throw refuse.secretHashWrong(client.id);
    return client;
  }

  /** Like `getProven`, for operations that send the secret itself. */
  async getWithSecret(clientId: string, secret: string | undefined): Promise<PoolClient> {
    const client = await this.get(clientId);
    if (
      client.secret !== undefined &&
      !sameBytes(Buffer.from(client.secret), Buffer.from(secret ?? ''))
    )
      throw refuse.clientSecretWrong(client.id);
    return client;
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
