// The campaign list with nothing around it: the signature is checked, the product's own query runs,
// the rows are written as JSON.
import { createPublicKey, verify } from 'node:crypto';
import http from 'node:http';
import { createRequire } from 'node:module';
import pg from 'pg';
import { listenForBench } from '../processes.mjs';

const { campaignsOf } = createRequire(import.meta.url)(
  '../../../services/campaign/dist/campaigns/campaign.queries.js',
);
const { DATABASE_URL, JWKS_URL = '', TOKEN_ISSUER, POOL_CLIENT_ID } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const db = {
  query: async (/** @type {string} */ sql, /** @type {unknown[]} */ values) =>
    (await pool.query(sql, values)).rows,
};
const { keys } = await (await fetch(JWKS_URL)).json();
const keyOf = new Map(
  keys.map((/** @type {any} */ jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]),
);

listenForBench(
  http.createServer((request, response) => {
    const claims = checked(request.headers.authorization?.slice('Bearer '.length) ?? '');
    if (!claims) return void response.writeHead(401).end();
    campaignsOf(db, claims.sub).then(
      (/** @type {Record<string, unknown>[]} */ campaigns) => {
        // As the service answers about a GM's own campaigns: no owner, and offers that are open alone.
        const listed = campaigns.map(({ hand_over, ...campaign }) => ({
          ...campaign,
          owner: undefined,
          hand_over: hand_over ?? undefined,
        }));
        const body = JSON.stringify(listed);
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

/** @param {string} token */
function checked(token) {
  const [header = '', payload = '', signature = ''] = token.split('.');
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
