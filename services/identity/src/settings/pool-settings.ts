import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '@tomekeeper/contracts-identity';
import { DAY_SECONDS, type Config, type MfaPolicy, type RequirableAttribute } from '../config';

/** Relying-party name of passkeys, and a word that passwords must not consist of. Forks rename it here too. */
export const PRODUCT_NAME = 'Tomekeeper';

/** The operator's settings of the pool. */
export class PoolSettings {
  readonly poolId: string;
  /** The pool is a managed one, which stores accounts and handles sign-in; only names are stored here. */
  readonly managed: boolean;
  readonly issuer: string;
  /** Client id of the product's own web application, which is created at first boot. */
  readonly webClientId: string;
  readonly idTokenSeconds: number;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  /** The gateway publishes the same policy, so that forms can show it. */
  readonly passwordPolicy: PasswordPolicy = DEFAULT_PASSWORD_POLICY;
  /** Whether a second factor is forbidden, optional or required. */
  readonly mfa: MfaPolicy;
  /** Lifetime of a temporary password. */
  readonly temporaryPasswordSeconds: number;
  /** Required attributes in addition to the e-mail address. */
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

  /** The part of the pool id before the underscore. */
  get region(): string {
    return this.poolId.split('_', 1)[0] ?? '';
  }

  /** The part of the pool id that clients hash into their proofs. */
  get srpGroup(): string {
    return this.poolId.slice(this.poolId.lastIndexOf('_') + 1);
  }
}

/** Keyring for all secrets of this pool in the database. */
export const POOL_KEYRING = Symbol('pool keyring');
/** Keyring shared with the mailing service. */
export const MAIL_KEYRING = Symbol('mail keyring');

/** Purposes of the pool's keyring; each has a derived key. */
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
