// The check of a token as a bare service makes it: signature, issuer, audience and end.
import { createPublicKey, verify } from 'node:crypto';

const { JWKS_URL = '', TOKEN_ISSUER, POOL_CLIENT_ID } = process.env;

const { keys } = await (await fetch(JWKS_URL)).json();
const keyOf = new Map(
  keys.map((/** @type {any} */ jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]),
);

/** Claims of a request's valid token. @param {import('node:http').IncomingMessage} request */
export function claimsOf({ headers }) {
  const [header = '', payload = '', signature = ''] = (headers.authorization ?? '')
    .slice('Bearer '.length)
    .split('.');
  const key = keyOf.get(parsed(header).kid);
  const signed = Buffer.from(`${header}.${payload}`);
  if (!key || !verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url')))
    return undefined;
  const claims = parsed(payload);
  const good =
    claims.iss === TOKEN_ISSUER && claims.aud === POOL_CLIENT_ID && claims.exp * 1000 > Date.now();
  return good ? claims : undefined;
}

/** @param {string} part */
const parsed = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());

/** @param {import('node:http').ServerResponse} response @param {unknown} answer */
export function sendJson(response, answer) {
  const body = JSON.stringify(answer);
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
