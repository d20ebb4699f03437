// The campaign list with nothing around it: the signature is checked, the product's own query runs,
// the rows are written as JSON.
import http from 'node:http';
import { createRequire } from 'node:module';
import pg from 'pg';
import { listenForBench } from '../processes.mjs';
import { claimsOf, sendJson } from './checked-token.mjs';

const { campaignsOf } = createRequire(import.meta.url)(
  '../../../services/campaign/dist/campaigns/campaign.queries.js',
);

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const db = {
  query: async (/** @type {string} */ sql, /** @type {unknown[]} */ values) =>
    (await pool.query(sql, values)).rows,
};

listenForBench(
  http.createServer((request, response) => {
    const claims = claimsOf(request);
    if (!claims) return void response.writeHead(401).end();
    campaignsOf(db, claims.sub).then(
      (/** @type {Record<string, unknown>[]} */ campaigns) =>
        // As the service answers about a GM's own campaigns: no owner, and offers that are open alone.
        sendJson(
          response,
          campaigns.map(({ hand_over, ...campaign }) => ({
            ...campaign,
            owner: undefined,
            hand_over: hand_over ?? undefined,
          })),
        ),
      () => response.writeHead(500).end(),
    );
  }),
);
