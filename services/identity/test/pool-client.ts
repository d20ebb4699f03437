import type { Keyring } from '@tomekeeper/service-kit';
import { POOL_KEYRING, SEALED } from '../src/settings/pool-settings';
import { POOL_ID, type RunningIdentity } from './running-identity';

interface ClientSettings {
  rotates?: boolean;
  tellsUnknownUsers?: boolean;
  secret?: string;
}

/** A new application client with every flow. @returns its ID */
export async function addClient(
  identity: RunningIdentity,
  id: string,
  { rotates = false, tellsUnknownUsers = false, secret }: ClientSettings = {},
): Promise<string> {
  const keyring = identity.app.get<Keyring>(POOL_KEYRING, { strict: false });
  await identity.sql(
    `INSERT INTO pool_client
       (pool_id, client_id, flows, rotates_refresh_tokens, tells_unknown_users, sealed_secret)
     VALUES ($1, $2, '{USER_SRP_AUTH,USER_PASSWORD_AUTH,USER_AUTH,CUSTOM_AUTH,REFRESH_TOKEN_AUTH}',
             $3, $4, $5)`,
    [
      POOL_ID,
      id,
      rotates,
      tellsUnknownUsers,
      secret === undefined ? null : keyring.seal(secret, SEALED.clientSecret, `${POOL_ID}|${id}`),
    ],
  );
  return id;
}
