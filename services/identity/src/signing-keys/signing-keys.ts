import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { calculateJwkThumbprint, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { POOL_KEYRING, PoolSettings, SEALED } from '../user-pool/pool-settings';

/** Which tokens a key signs. Two keys, so that neither kind can ever pass for the other. */
export type KeyUse = 'id' | 'access';

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey | Uint8Array;
}

interface SigningKeyRow {
  kid: string;
  use: KeyUse;
  public_jwk: JWK;
  sealed_private: string;
}

interface Known {
  current: Partial<Record<KeyUse, SigningKey>>;
  publicKeys: JWK[];
  readAt: number;
}

const jwk = z.looseObject({ kty: z.literal('RSA') });
const generate = promisify(generateKeyPair);
const MODULUS_BITS = 2048;
const ALGORITHM = 'RS256';
/** Another process may have added or retired a key. */
const REREAD_MS = 60_000;
/** Any fixed number: it keeps two processes from making keys at once. */
const BOOT_LOCK = 7_356_609;

/** The pool's signing keys; the private parts are stored sealed. */
@Injectable()
export class SigningKeys {
  private known: Known | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** Makes the keys at first boot. */
  async ensure(): Promise<void> {
    const { poolId } = this.settings;
    await this.uow.run(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [poolId, BOOT_LOCK]);
      const rows = await tx.query<{ use: KeyUse }>(
        'SELECT use FROM signing_key WHERE pool_id = $1 AND retire_after IS NULL',
        [poolId],
      );
      for (const use of ['id', 'access'] as const)
        if (!rows.some((row) => row.use === use)) await this.add(tx, use);
    });
    this.known = await this.read();
  }

  /** The key that signs now. */
  async current(use: KeyUse): Promise<SigningKey> {
    const key = (await this.fresh()).current[use];
    if (!key) throw new Error(`There is no signing key for ${use} tokens.`);
    return key;
  }

  /** Public parts, as others need them to verify. */
  async publicKeys(): Promise<JWK[]> {
    return (await this.fresh()).publicKeys;
  }

  private async fresh(): Promise<Known> {
    if (!this.known || this.known.readAt + REREAD_MS < Date.now()) this.known = await this.read();
    return this.known;
  }

  private async add(tx: Transaction, use: KeyUse): Promise<void> {
    const { poolId } = this.settings;
    const pair = await generate('rsa', { modulusLength: MODULUS_BITS });
    const publicJwk = jwk.parse(pair.publicKey.export({ format: 'jwk' }));
    const kid = await calculateJwkThumbprint(publicJwk);
    const sealed = this.keyring.seal(
      JSON.stringify(pair.privateKey.export({ format: 'jwk' })),
      SEALED.signingKey,
      `${poolId}|${kid}`,
    );
    await tx.query(
      `INSERT INTO signing_key (kid, pool_id, use, public_jwk, sealed_private)
       VALUES ($1, $2, $3, $4, $5)`,
      [kid, poolId, use, JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' }), sealed],
    );
  }

  private async read(): Promise<Known> {
    const { poolId } = this.settings;
    const rows = await this.uow.query<SigningKeyRow>(
      `SELECT kid, use, public_jwk, sealed_private FROM signing_key
        WHERE pool_id = $1 AND (retire_after IS NULL OR retire_after > now())
        ORDER BY retire_after IS NULL, created_at`,
      [poolId],
    );
    const current: Known['current'] = {};
    // The newest key that is not to be retired comes last and signs.
    for (const row of rows)
      current[row.use] = {
        kid: row.kid,
        privateKey: await this.open(row.kid, row.sealed_private),
      };
    return { current, publicKeys: rows.map((row) => row.public_jwk), readAt: Date.now() };
  }

  private async open(kid: string, sealed: string): Promise<CryptoKey | Uint8Array> {
    const plain = this.keyring
      .open(sealed, SEALED.signingKey, `${this.settings.poolId}|${kid}`)
      .toString();
    return importJWK(jwk.parse(JSON.parse(plain)), ALGORITHM);
  }
}
