import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { errorMessage, StartupProblem, readJson, writeJson } from '@tomekeeper/cli-kit';

const Jwk = z.looseObject({ kty: z.string(), kid: z.string() });
export type Jwk = z.infer<typeof Jwk>;

const Secrets = z.object({
  /** Marks the processes of this data folder on their command lines. */
  instance: z.string().default(() => randomBytes(6).toString('hex')),
  /** Is hashed into every password verifier: never changes. */
  poolId: z.string().default(() => `local_${letters(9)}`),
  poolClientId: z.string().default(() => letters(26)),
  poolKeys: z.string().default(keyring),
  mailSealKeys: z.string().default(keyring),
  objectStore: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }).default(() => ({
    accessKeyId: `TK${letters(18).toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  })),
  /** Key of the search service for the embedding service. */
  embeddingsKey: z.string().default(() => randomBytes(24).toString('base64url')),
  /** Of the people that `--demo` makes. */
  demoPassword: z.string().default(() => `Tome-${letters(10)}-7`),
  /** Ed25519 keys by which services prove who they are to each other. */
  serviceKeys: z.record(z.string(), z.object({ private: Jwk, public: Jwk })).default({}),
  /** Passwords by database role. */
  databaseRoles: z.record(z.string(), z.string()).default({}),
});
export type Secrets = z.infer<typeof Secrets>;

/** Reads the secrets of this data folder and generates missing ones. */
export async function loadSecrets(
  file: string,
  wanted: { services: readonly string[]; roles: readonly string[] },
): Promise<Secrets> {
  const secrets = parse(
    file,
    (await readJson(file).catch((error: unknown) => damaged(file, error))) ?? {},
  );
  for (const name of wanted.services) secrets.serviceKeys[name] ??= serviceKey(name);
  for (const role of wanted.roles) {
    secrets.databaseRoles[role] ??= randomBytes(24).toString('base64url');
  }
  await writeJson(file, secrets, 0o600);
  return secrets;
}

function parse(file: string, content: unknown): Secrets {
  const result = Secrets.safeParse(content);
  return result.success ? result.data : damaged(file, result.error);
}

function damaged(file: string, error: unknown): never {
  throw new StartupProblem(
    `The secrets in ${file} can't be read (${errorMessage(error).split('\n')[0]}): put the file back from a backup; without it accounts can't sign in any more.`,
  );
}

/** Lower-case letters and digits. */
function letters(length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function keyring(): string {
  return `1:${randomBytes(32).toString('base64')}`;
}

function serviceKey(name: string): { private: Jwk; public: Jwk } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const about = { kid: name, alg: 'EdDSA', use: 'sig' };
  return {
    private: Jwk.parse({ ...privateKey.export({ format: 'jwk' }), ...about }),
    public: Jwk.parse({ ...publicKey.export({ format: 'jwk' }), ...about }),
  };
}
