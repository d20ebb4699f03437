import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

// The built CommonJS files, whose named exports Node can't detect.
const require = createRequire(import.meta.url);
const { codeFor, userPoolClient } = require('@tomekeeper/launcher/demo');

/** Disables rate limits that a benchmark would exceed. */
export const NO_LIMITS = {
  RATE_LIMIT_ADDRESS: '1000000000',
  RATE_LIMIT_USER: '1000000000',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_SIGN_UP: '1000000',
  RATE_LIMIT_CODE: '1000000',
};

/**
 * The product's user pool, as a client of it sees it.
 * @param {{ url: string }} product
 */
export async function poolOf({ url }) {
  const { identity } = await (await fetch(`${url}/config.json`)).json();
  const client = userPoolClient(
    identity.user_pool_endpoint,
    identity.user_pool_id,
    identity.user_pool_client_id,
  );
  return { client, identity };
}

/**
 * A new person, signed up and confirmed.
 * @param {any} client of the user pool
 * @param {{ mailUrl: string }} product
 * @returns {Promise<{ email: string, password: string }>}
 */
export async function newPerson(client, { mailUrl }) {
  const person = {
    email: `bench.${randomBytes(6).toString('hex')}@example.org`,
    password: 'Candle1light',
    firstName: 'Bench',
    lastName: 'Mark',
  };
  const since = Date.now() - 60_000;
  await client.signUp(person);
  await client.confirm(person, await codeFor(mailUrl, person.email, since));
  return person;
}

/** Whose token it is. @param {string} token @returns {string} */
export const idIn = (token) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

/**
 * Signs a new person up and in.
 * @param {{ url: string, mailUrl: string }} product
 * @returns {Promise<{ id: string, token: string }>}
 */
export async function signedIn(product) {
  const { client } = await poolOf(product);
  const token = await client.signIn(await newPerson(client, product));
  return { id: idIn(token), token };
}
