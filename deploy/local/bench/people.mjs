import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

// As they were built: CommonJS whose names node can't tell from outside.
const require = createRequire(import.meta.url);
const { codeFor } = require('../dist/demo/demo-inbox.js');
const { userPoolClient } = require('../dist/demo/user-pool-client.js');

/** Settings that keep the product from refusing what a bench does in a hurry. */
export const NO_LIMITS = {
  RATE_LIMIT_ADDRESS: '1000000000',
  RATE_LIMIT_USER: '1000000000',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_SIGN_UP: '1000000',
};

/**
 * Signs a new person up and in.
 * @param {{ url: string, mailUrl: string }} product
 * @returns {Promise<{ id: string, token: string }>}
 */
export async function signedIn({ url, mailUrl }) {
  const { identity } = await (await fetch(`${url}/config.json`)).json();
  const pool = userPoolClient(
    identity.user_pool_endpoint,
    identity.user_pool_id,
    identity.user_pool_client_id,
  );
  const person = {
    email: `bench.${randomBytes(6).toString('hex')}@example.org`,
    password: 'Candle1light',
    firstName: 'Bench',
    lastName: 'Mark',
  };
  const since = Date.now() - 60_000;
  await pool.signUp(person);
  await pool.confirm(person, await codeFor(mailUrl, person.email, since));
  const token = await pool.signIn(person);
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { id: sub, token };
}
