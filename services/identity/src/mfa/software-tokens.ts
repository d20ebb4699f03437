import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';
import { base32, matchingStep } from './totp';

/** Output size of HMAC-SHA-1, the key length that RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** The secret of an authenticator app, with the time step of the code that verified it. */
export interface ProvedToken {
  sealed: string;
  step: number;
  friendlyName: string;
}

export type TokenVerdict = 'right' | 'wrong' | 'replayed';

/** Authenticator apps (TOTP). Their secrets are stored encrypted. */
@Injectable()
export class SoftwareTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /**
   * Creates a secret.
   * @returns the Base32 form for the app, and the encrypted form to store
   */
  create(userId: string): { secretCode: string; sealed: string } {
    const secret = randomBytes(SECRET_BYTES);
    return {
      secretCode: base32(secret),
      sealed: this.keyring.seal(secret, SEALED.softwareToken, this.owner(userId)),
    };
  }

  /** Stores an unverified secret. The verified token, if any, stays valid. */
  async keepPending(userId: string, sealed: string): Promise<void> {
    await this.uow.query(
      `INSERT INTO software_token (user_id, verified, sealed_secret) VALUES ($1, false, $2)
       ON CONFLICT (user_id, verified)
         DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = now()`,
      [userId, sealed],
    );
  }

  async pending(userId: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{ sealed_secret: string }>(
      'SELECT sealed_secret FROM software_token WHERE user_id = $1 AND NOT verified',
      [userId],
    );
    return row?.sealed_secret;
  }

  /** @returns the token if the code is currently valid for its secret */
  prove(userId: string, sealed: string, code: string, friendlyName = ''): ProvedToken | undefined {
    const step = matchingStep(this.open(userId, sealed), withoutSpaces(code), Date.now());
    return step === undefined ? undefined : { sealed, step, friendlyName };
  }

  /** Replaces all other tokens of the user. */
  async activate(tx: Transaction, userId: string, token: ProvedToken): Promise<void> {
    await tx.query('DELETE FROM software_token WHERE user_id = $1', [userId]);
    await tx.query(
      `INSERT INTO software_token (user_id, verified, sealed_secret, last_step, friendly_name)
       VALUES ($1, true, $2, $3, $4)`,
      [userId, token.sealed, token.step, token.friendlyName],
    );
  }

  /** Returns the user's name for their app; undefined without an app. */
  async nameOf(userId: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{ friendly_name: string }>(
      'SELECT friendly_name FROM software_token WHERE user_id = $1 AND verified',
      [userId],
    );
    return row?.friendly_name;
  }

  /** Verifies and consumes a code, so that an observed code cannot be replayed. */
  async check(userId: string, code: string): Promise<TokenVerdict> {
    const [row] = await this.uow.query<{ sealed_secret: string }>(
      'SELECT sealed_secret FROM software_token WHERE user_id = $1 AND verified',
      [userId],
    );
    const proved = row && this.prove(userId, row.sealed_secret, code);
    if (!proved) return 'wrong';
    const used = await this.uow.query(
      `UPDATE software_token SET last_step = $3
        WHERE user_id = $1 AND verified AND sealed_secret = $2 AND last_step < $3
        RETURNING user_id`,
      [userId, row.sealed_secret, proved.step],
    );
    return used.length > 0 ? 'right' : 'replayed';
  }

  private open(userId: string, sealed: string): Buffer {
    return this.keyring.open(sealed, SEALED.softwareToken, this.owner(userId));
  }

  private owner(userId: string): string {
    return `${this.settings.poolId}|${userId}`;
  }
}

/** Apps show codes in two groups, and users type the space. */
const withoutSpaces = (code: string) => code.replace(/\s/g, '');
