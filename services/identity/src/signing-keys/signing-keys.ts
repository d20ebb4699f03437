import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { calculateJwkThumbprint, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';

/** Cache lifetime of the public key list. */
export const KEYS_MAX_AGE_SECONDS = 3600;

/** The kind of tokens that a key signs. Separate keys, so that one kind can never pass for the other. */
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
  signs: boolean;
}

/** A generated key that is not stored yet. */
interface NewKey {
  kid: string;
  use: KeyUse;
  /** Public JWK as JSON. */
  published: string;
  sealed: string;
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
/** A new key must be published this long before it signs, until caches of the old list have expired. */
const PUBLISHED_BEFORE_MS = (KEYS_MAX_AGE_SECONDS + 600) * 1000;
/** A retired key stays published this long, for clock skew. */
const SLACK_MS = 300_000;
/** Another process may have added or retired a key. */
const REREAD_MS = 60_000;
/** Arbitrary number of an advisory lock that prevents concurrent key creation. */
const BOOT_LOCK = 7_356_609;

/** The pool's signing keys. Private keys are stored encrypted. */
@Injectable()
export class SigningKeys {
  private known: Known | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** Creates the keys at first boot. */
  async ensure(): Promise<void> {
    const fresh: NewKey[] = [];
    for (const use of await this.lacking(this.uow)) fresh.push(await this.make(use));
    if (fresh.length > 0)
      await this.uow.run(async (tx) => {
        await this.lock(tx);
        const lacking = await this.lacking(tx);
        for (const key of fresh) if (lacking.includes(key.use)) await this.add(tx, key);
      });
    this.known = await this.read();
  }

  /** Returns the key that currently signs. */
  async current(use: KeyUse): Promise<SigningKey> {
    const key = (await this.fresh()).current[use];
    if (!key) throw new Error(`There is no signing key for ${use} tokens.`);
    return key;
  }

  /** Returns the public keys for verification. */
  async publicKeys(): Promise<JWK[]> {
    return (await this.fresh()).publicKeys;
  }

  /**
   * Rotates the keys. New keys are published before they sign, and old keys stay published until their last token has
   * expired, so no session is interrupted.
   * @param atOnce for a compromised key: removes it immediately; its tokens are rejected when caches expire, and
   * sessions continue by refreshing
   */
  async rotate({ atOnce = false } = {}): Promise<{ signsFrom: Date; retiresAfter: Date }> {
    const { poolId, idTokenSeconds, accessTokenSeconds } = this.settings;
    const now = Date.now();
    const signsFrom = new Date(atOnce ? now : now + PUBLISHED_BEFORE_MS);
    const tokensMs = Math.max(idTokenSeconds, accessTokenSeconds) * 1000;
    const retiresAfter = new Date(atOnce ? now : signsFrom.getTime() + tokensMs + SLACK_MS);
    const fresh = [await this.make('id'), await this.make('access')];
    await this.uow.run(async (tx) => {
      await this.lock(tx);
      await tx.query(
        `UPDATE signing_key SET retire_after = $2
          WHERE pool_id = $1 AND (retire_after IS NULL OR retire_after > $2)`,
        [poolId, retiresAfter],
      );
      for (const key of fresh) await this.add(tx, key, signsFrom);
    });
    this.known = await this.read();
    return { signsFrom, retiresAfter };
  }

  private async fresh(): Promise<Known> {
    if (!this.known || this.known.readAt + REREAD_MS < performance.now())
      this.known = await this.read();
    return this.known;
  }

  private async lock(tx: Transaction): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [
      this.settings.poolId,
      BOOT_LOCK,
    ]);
  }

  private async lacking(within: Pick<Transaction, 'query'>): Promise<KeyUse[]> {
    const rows = await within.query<{ use: KeyUse }>(
      'SELECT use FROM signing_key WHERE pool_id = $1 AND retire_after IS NULL',
      [this.settings.poolId],
    );
    return (['id', 'access'] as const).filter((use) => !rows.some((row) => row.use === use));
  }

  /** Outside any transaction, because key generation on a slow machine exceeds the transaction timeout. */
  private async make(use: KeyUse): Promise<NewKey> {
    const pair = await generate('rsa', { modulusLength: MODULUS_BITS });
    const publicJwk = jwk.parse(pair.publicKey.export({ format: 'jwk' }));
    const kid = await calculateJwkThumbprint(publicJwk);
    const sealed = this.keyring.seal(
      JSON.stringify(pair.privateKey.export({ format: 'jwk' })),
      SEALED.signingKey,
      `${this.settings.poolId}|${kid}`,
    );
    const published = JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' });
    return { kid, use, published, sealed };
  }

  private async add(
    tx: Transaction,
    { kid, use, published, sealed }: NewKey,
    signsFrom = new Date(),
  ): Promise<void> {
    await tx.query(
      `INSERT INTO signing_key (kid, pool_id, use, public_jwk, sealed_private, signs_from)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [kid, this.settings.poolId, use, published, sealed, signsFrom],
    );
  }

  private async read(): Promise<Known> {
    const { poolId } = this.settings;
    const rows = await this.uow.query<SigningKeyRow>(
      `SELECT kid, use, public_jwk, sealed_private, signs_from <= $2 AS signs FROM signing_key
        WHERE pool_id = $1 AND (retire_after IS NULL OR retire_after > $2)
        ORDER BY signs_from, created_at`,
      [poolId, new Date()],
    );
    const current: Known['current'] = {};
    // Of the keys that may sign, the newest one does.
    for (const row of rows.filter(({ signs }) => signs))
      current[row.use] = {
        kid: row.kid,
        privateKey: await this.open(row.kid, row.sealed_private),
      };
    return { current, publicKeys: rows.map((row) => row.public_jwk), readAt: performance.now() };
  }

  private async open(kid: string, sealed: string): Promise<CryptoKey | Uint8Array> {
    const plain = this.keyring
      .open(sealed, SEALED.signingKey, `${this.settings.poolId}|${kid}`)
      .toString();
    return importJWK(jwk.parse(JSON.parse(plain)), ALGORITHM);
  }
}
