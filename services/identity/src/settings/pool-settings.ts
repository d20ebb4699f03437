import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '@tomekeeper/contracts-identity';
import { DAY_SECONDS, type Config, type MfaPolicy, type RequirableAttribute } from '../config';

/** What passkeys call the product, and what no password may be made of. A fork renames it here too. */
export const PRODUCT_NAME = 'Tomekeeper';

/** What the operator decided about the pool. */
export class PoolSettings {
  readonly poolId: string;
  /** The pool is a managed one: accounts and sign-in are there, and only people's names are here. */
  readonly managed: boolean;
  readonly issuer: string;
  /** Client id of the product's own web application, which the pool makes at first boot. */
  readonly webClientId: string;
  readonly idTokenSeconds: number;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  /** The gateway publishes the same one, so that forms can say the rules first. */
  readonly passwordPolicy: PasswordPolicy = DEFAULT_PASSWORD_POLICY;
  /** Whether people may, must or can not add a second factor. */
  readonly mfa: MfaPolicy;
  /** How long a password works that an operator gave. */
  readonly temporaryPasswordSeconds: number;
  /** Attributes that everyone must have, beside the e-mail address. */
  readonly requiredAttributes: readonly RequirableAttribute[];

  constructor(config: Config) {
    this.poolId = config.POOL_ID;
    this.managed = config.POOL_MANAGED;
    this.issuer = config.TOKEN_ISSUER;
    this.webClientId = config.POOL_CLIENT_ID;
    this.idTokenSeconds = config.ID_TOKEN_SECONDS;
    this.accessTokenSeconds = config.ACCESS_TOKEN_SECONDS;
    this.refreshTokenSeconds = config.REFRESH_TOKEN_SECONDS;
    this.refreshGraceSeconds = config.REFRESH_GRACE_SECONDS;
    this.mfa = config.MFA;
    this.temporaryPasswordSeconds = config.TEMPORARY_PASSWORD_DAYS * DAY_SECONDS;
    this.requiredAttributes = config.REQUIRED_ATTRIBUTES;
  }

  /** The part of the pool id before its underscore. */
  get region(): string {
    return this.poolId.split('_', 1)[0] ?? '';
  }

  /** The part of the pool id that clients hash into their proofs. */
  get srpGroup(): string {
    return this.poolId.slice(this.poolId.lastIndexOf('_') + 1);
  }
}

/** Keyring for everything that this pool keeps secret in its database. */
export const POOL_KEYRING = Symbol('pool keyring');
/** Keyring shared with the mailing service. */
export const MAIL_KEYRING = Symbol('mail keyring');

/** What the pool's keyring seals or hashes, each under a key of its own. */
export const SEALED = {
  verifier: 'srp-verifier',
  authSession: 'auth-session',
  clientSecret: 'client-secret',
  poolSecret: 'pool-secret',
  signingKey: 'signing-key',
  code: 'verification-code',
  softwareToken: 'software-token',
  device: 'device',
} as const;
