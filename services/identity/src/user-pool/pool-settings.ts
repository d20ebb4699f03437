import type { PasswordPolicy } from '@tomekeeper/contracts-identity';

export const MFA_POLICIES = ['OFF', 'OPTIONAL', 'ON'] as const;
export type MfaPolicy = (typeof MFA_POLICIES)[number];

export const REQUIRABLE_ATTRIBUTES = ['given_name', 'family_name'] as const;
export type RequirableAttribute = (typeof REQUIRABLE_ATTRIBUTES)[number];

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
  readonly passwordPolicy: PasswordPolicy;
  /** Whether people may, must or can not add a second factor. */
  readonly mfa: MfaPolicy;
  /** How long a password works that an operator gave. */
  readonly temporaryPasswordSeconds: number;
  /** Attributes that everyone must have, beside the e-mail address. */
  readonly requiredAttributes: readonly RequirableAttribute[];

  constructor(settings: Omit<PoolSettings, 'srpGroup'>) {
    this.poolId = settings.poolId;
    this.managed = settings.managed;
    this.issuer = settings.issuer;
    this.webClientId = settings.webClientId;
    this.idTokenSeconds = settings.idTokenSeconds;
    this.accessTokenSeconds = settings.accessTokenSeconds;
    this.refreshTokenSeconds = settings.refreshTokenSeconds;
    this.refreshGraceSeconds = settings.refreshGraceSeconds;
    this.passwordPolicy = settings.passwordPolicy;
    this.mfa = settings.mfa;
    this.temporaryPasswordSeconds = settings.temporaryPasswordSeconds;
    this.requiredAttributes = settings.requiredAttributes;
  }

  /** The part of the pool id that clients hash into their proofs. */
  get srpGroup(): string {
    return this.poolId.slice(this.poolId.lastIndexOf('_') + 1);
  }
}

/** Keyring for everything that this pool keeps secret in its database. */
export const POOL_KEYRING = Symbol('pool keyring');

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
