// A list with nothing around it: the token is checked (signature, issuer, audience and end), the product's own query runs, the rows
// are written as JSON.
import { createPublicKey, verify } from 'node:crypto';
import http from 'node:http';
import pg from 'pg';
import { listenForBench } from '../processes.mjs';

const { DATABASE_URL, JWKS_URL = '', TOKEN_ISSUER, POOL_CLIENT_ID } = process.env;

export const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

const { keys } = await (await fetch(JWKS_URL)).json();
const keyOf = new Map(
  keys.map((/** @type {any} */ jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]),
);

/** Claims of a request's valid token. @param {import('node:http').IncomingMessage} request */
function claimsOf({ headers }) {
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

/** @param {(address: URL, claims: any) => Promise<unknown>} list */
export const serveBare = (list) =>
  listenForBench(
    http.createServer((request, response) => {
      const claims = claimsOf(request);
      if (!claims) return void response.writeHead(401).end();
      list(new URL(request.url ?? '', 'http://bench'), claims).then(
        (answer) => {
          const body = JSON.stringify(answer);
          response
            .writeHead(200, {
              'content-type': 'application/json; charset=utf-8',
              'content-length': Buffer.byteLength(body),
            })
            .end(body);
        },
        () => response.writeHead(500).end(),
      );
    }),
  );
