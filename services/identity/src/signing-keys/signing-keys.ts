import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { calculateJwkThumbprint, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';

/** How long others may keep the list of public keys. */
export const KEYS_MAX_AGE_SECONDS = 3600;

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
  signs: boolean;
}

/** A key that is made and not stored yet. */
interface NewKey {
  kid: string;
  use: KeyUse;
  /** Its public part as JSON. */
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
/** A published key waits this long before it signs: the old list is cached no longer. */
const PUBLISHED_BEFORE_MS = (KEYS_MAX_AGE_SECONDS + 600) * 1000;
/** A retired key stays published for clocks that differ. */
const SLACK_MS = 300_000;
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

  /**
   * Makes new keys. They are published first and sign later, and the old ones stay published until the
   * last token that they signed has run out, so no session is disturbed.
   * @param atOnce when an old key may be known to others: it is removed at once, and tokens that it signed are
   * refused as soon as caches run out; sessions live on, by refreshing
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

  /** Outside any transaction: on a slow machine it takes longer than the database lets one wait. */
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
    // Of those whose time has come, the last one signs.
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
