import { DEFAULT_PASSWORD_POLICY } from '@tomekeeper/contracts-identity';
import { DAY_SECONDS, type Config } from '../config';
import { IdentityPoolSettings } from './identity-pool/identity-pool-settings';
import { PoolSettings } from './pool-settings';

/** The identity pool; null where it is not set up. */
export function identityPoolOf(config: Config): IdentityPoolSettings | null {
  const { IDENTITY_POOL_ID: id, IDENTITY_POOL_STS_URL: sts } = config;
  const { IDENTITY_POOL_ROLE_ARN: role, IDENTITY_POOL_BUCKET: bucket } = config;
  return id && sts && role && bucket ? new IdentityPoolSettings(id, sts, role, bucket) : null;
}

/** The user pool. */
export function settingsOf(config: Config): PoolSettings {
  return new PoolSettings({
    poolId: config.POOL_ID,
    managed: config.POOL_MANAGED,
    issuer: config.TOKEN_ISSUER,
    webClientId: config.POOL_CLIENT_ID,
    idTokenSeconds: config.ID_TOKEN_SECONDS,
    accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: config.REFRESH_TOKEN_SECONDS,
    refreshGraceSeconds: config.REFRESH_GRACE_SECONDS,
    // The gateway publishes the same one, so that forms can say the rules first.
    passwordPolicy: DEFAULT_PASSWORD_POLICY,
    mfa: config.MFA,
    temporaryPasswordSeconds: config.TEMPORARY_PASSWORD_DAYS * DAY_SECONDS,
    requiredAttributes: config.REQUIRED_ATTRIBUTES,
  });
}
