import { importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';

/** Key of a service: an Ed25519 JWK whose `kid` is the service's name. */
export const serviceJwk = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string(),
  x: z.string(),
});
export const serviceKeySet = z.object({ keys: z.array(serviceJwk) });

const ALGORITHM = 'EdDSA';
const LIFETIME_SECONDS = 60;
/** Cached tokens are renewed this long before they expire, to tolerate clock skew. */
const RENEW_BEFORE_SECONDS = 20;

/** Signs tokens for one service's calls to others, each bound to one audience. */
export class ServiceTokenSigner {
  private readonly issued = new Map<string, { token: string; renewAt: number }>();

  private constructor(
    private readonly name: string,
    private readonly key: CryptoKey | Uint8Array,
  ) {}

  static async create(privateKey: JWK): Promise<ServiceTokenSigner> {
    const { kid } = serviceJwk.parse(privateKey);
    return new ServiceTokenSigner(kid, await importJWK(privateKey, ALGORITHM));
  }

  /** Token that only `audience` accepts. */
  async tokenFor(audience: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const known = this.issued.get(audience);
    if (known && known.renewAt > now) return known.token;
    const token = await new SignJWT({ typ: 'service' })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.name })
      .setIssuer(this.name)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(this.key);
    this.issued.set(audience, { token, renewAt: now + LIFETIME_SECONDS - RENEW_BEFORE_SECONDS });
    return token;
  }
}

/** Verifies that a call comes from a known service and is addressed to this one. */
export class ServiceTokenVerifier {
  private constructor(
    private readonly self: string,
    private readonly keys: ReadonlyMap<string, CryptoKey | Uint8Array>,
  ) {}

  static async create(self: string, keySet: { keys: JWK[] }): Promise<ServiceTokenVerifier> {
    const keys = new Map<string, CryptoKey | Uint8Array>();
    for (const key of serviceKeySet.parse(keySet).keys)
      keys.set(key.kid, await importJWK(key, ALGORITHM));
    return new ServiceTokenVerifier(self, keys);
  }

  /**
   * @returns the calling service's name
   * @throws if the token is invalid
   */
  async verify(token: string): Promise<string> {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      (header) => {
        const key = this.keys.get(header.kid ?? '');
        if (!key) throw new Error('Unknown service.');
        return key;
      },
      { audience: this.self, algorithms: [ALGORITHM], clockTolerance: 5, requiredClaims: ['exp'] },
    );
    if (payload.iss !== protectedHeader.kid || payload['typ'] !== 'service')
      throw new Error('Not a service token.');
    return payload.iss ?? '';
  }
}
