import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { testEnvironment } from './environment';
import { startFakeService, type FakeService } from './fake-service';
import type { ServiceKeys } from './service-keys';

export type TestPerson = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** An ID token that the product accepts. */
  readonly token: string;
};

export type TestIdentity = {
  /** The fake service, to take it down or to read its calls. */
  readonly edge: FakeService;
  /** Settings of a service that takes this pool's tokens. */
  readonly settings: {
    readonly TOKEN_ISSUER: string;
    readonly POOL_CLIENT_ID: string;
    readonly JWKS_URL: string[];
    readonly IDENTITY_URL: string[];
    readonly REVOCATION_POLL_MS: number;
  };
  /** Someone with an account. */
  join(name: string): Promise<TestPerson>;
  /** Someone with an account who runs the installation too. */
  joinOperators(name: string): Promise<TestPerson>;
  /** A token with other claims than the product accepts; undefined removes a claim. */
  token(person: { id: string; email: string }, claims?: Record<string, unknown>): Promise<string>;
  /** Ends the session of every token that {@link join} gave to this person. */
  revoke(person: TestPerson): void;
  stop(): Promise<void>;
};

const CLIENT_ID = 'test-client';
const POLL_MS = 50;

/** The identity service at its HTTP edge: keys, revocations, people, and tokens that fit them. */
export async function startTestIdentity(keys: ServiceKeys): Promise<TestIdentity> {
  const privateKey = createPrivateKey(testEnvironment().TEST_TOKEN_KEY);
  const publicKey = createPublicKey(privateKey);
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  const people = new Map<string, TestPerson>();
  const revoked: { origin_jti: string; until: string }[] = [];

  const edge = await startFakeService('identity', keys, (url) => {
    switch (url.pathname) {
      case '/jwks.json':
        return { keys: [jwk] };
      case '/internal/revocations':
        return { revoked, cursor: String(revoked.length) };
      case '/internal/people': {
        const ids = (url.searchParams.get('ids') ?? '').split(',');
        const found = ids.flatMap((id) => people.get(id) ?? []);
        return { people: found.map(({ id, name }) => ({ id, name })) };
      }
      case '/internal/people/by-email': {
        const email = url.searchParams.get('email');
        const found = [...people.values()].find((person) => person.email === email);
        return found && { id: found.id };
      }
      default:
        return undefined;
    }
  });

  async function token(
    person: { id: string; email: string },
    claims: Record<string, unknown> = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      sub: person.id,
      email: person.email,
      email_verified: true,
      token_use: 'id',
      origin_jti: `session-of-${person.id}`,
      iss: edge.url,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(privateKey);
  }

  async function join(name: string): Promise<TestPerson> {
    const id = randomUUID();
    const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${id.slice(0, 8)}@example.org`;
    const person = { id, email, name, token: await token({ id, email }) };
    people.set(id, person);
    return person;
  }

  return {
    edge,
    settings: {
      TOKEN_ISSUER: edge.url,
      POOL_CLIENT_ID: CLIENT_ID,
      JWKS_URL: [`${edge.url}/jwks.json`],
      IDENTITY_URL: [edge.url],
      REVOCATION_POLL_MS: POLL_MS,
    },
    join,
    async joinOperators(name) {
      const person = await join(name);
      return { ...person, token: await token(person, { 'cognito:groups': ['operators'] }) };
    },
    token,
    revoke({ id }) {
      const until = new Date(Date.now() + 3_600_000).toISOString();
      revoked.push({ origin_jti: `session-of-${id}`, until });
    },
    stop: () => edge.stop(),
  };
}
