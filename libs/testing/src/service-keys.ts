import { generateKeyPairSync } from 'node:crypto';

export type ServiceKeys = {
  /** `SERVICE_PUBLIC_KEYS` of everyone. */
  readonly publicKeys: {
    keys: (JsonWebKey & { kid: string; kty: string; crv: string; x: string })[];
  };
  /** `SERVICE_PRIVATE_KEY` of one. */
  privateKey(service: string): { kid: string };
};

type JsonWebKey = Record<string, unknown>;

/** Fresh keys by which services know each other. */
export function serviceKeys(...services: string[]): ServiceKeys {
  const pairs = services.map((kid) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    return {
      kid,
      secret: { ...privateKey.export({ format: 'jwk' }), kid },
      open: { kty: '', crv: '', x: '', ...publicKey.export({ format: 'jwk' }), kid },
    };
  });
  return {
    publicKeys: { keys: pairs.map(({ open }) => open) },
    privateKey(service) {
      const pair = pairs.find(({ kid }) => kid === service);
      if (!pair) throw new Error(`no key exists for ${service}`);
      return pair.secret;
    },
  };
}
