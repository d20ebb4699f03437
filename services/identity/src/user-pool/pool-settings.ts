import type { PasswordPolicy } from '@tomekeeper/contracts-identity';

/** What the operator decided about the pool. */
export class PoolSettings {
  readonly poolId: string;
  readonly issuer: string;
  /** Client id of the product's own web application, which the pool makes at first boot. */
  readonly webClientId: string;
  readonly idTokenSeconds: number;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  readonly passwordPolicy: PasswordPolicy;

  constructor(settings: Omit<PoolSettings, 'srpGroup'>) {
    this.poolId = settings.poolId;
    this.issuer = settings.issuer;
    this.webClientId = settings.webClientId;
    this.idTokenSeconds = settings.idTokenSeconds;
    this.accessTokenSeconds = settings.accessTokenSeconds;
    this.refreshTokenSeconds = settings.refreshTokenSeconds;
    this.refreshGraceSeconds = settings.refreshGraceSeconds;
    this.passwordPolicy = settings.passwordPolicy;
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
} as const;
