import { createRequire } from 'node:module';

// The built CommonJS files, whose named exports Node can't detect.
const require = createRequire(import.meta.url);
export const { poolOf, productClient, signUp } = require('@tomekeeper/launcher/demo');

/** Disables rate limits that a benchmark would exceed. */
export const NO_LIMITS = {
  RATE_LIMIT_ADDRESS: '1000000000',
  RATE_LIMIT_USER: '1000000000',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_SIGN_UP: '1000000',
  RATE_LIMIT_CODE: '1000000',
};

/** Whose token it is. @param {string} token @returns {string} */
export const idIn = (token) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

/**
 * Signs a new person up and in.
 * @param {{ url: string, inboxUrl: string }} product
 * @returns {Promise<{ id: string, token: string, person: { email: string, password: string } }>}
 */
export async function signedIn(product) {
  const { client } = await poolOf(product.url);
  const person = await signUp(product);
  const token = await client.signIn(person);
  return { id: idIn(token), token, person };
}
