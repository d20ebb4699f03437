// The first page of a campaign's documents with nothing around it, for its GM: the signature is checked, the product's own query
// runs, the rows are written as JSON.
import http from 'node:http';
import { createRequire } from 'node:module';
import pg from 'pg';
import { listenForBench } from '../processes.mjs';
import { claimsOf, sendJson } from './checked-token.mjs';

const require = createRequire(import.meta.url);
const ACCESS = '../../../services/document/dist/access';
const { visiblePage } = require(`${ACCESS}/pages/document-pages.js`);
const { pageOrder, cursorText } = require(`${ACCESS}/pages/page-order.js`);
const { toCampaignDocument } = require(`${ACCESS}/document-response.js`);

const PAGE = 50;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
/** @param {string} text @param {unknown[]} values */
const query = async (text, values) => (await pool.query({ name: 'page', text, values })).rows;
const db = { query, queryOften: query };
const order = pageOrder('newest', false);

listenForBench(
  http.createServer((request, response) => {
    if (!claimsOf(request)) return void response.writeHead(401).end();
    const campaign = new URL(request.url ?? '', 'http://bench').searchParams.get('campaign');
    const asked = { order, filter: {}, limit: PAGE + 1 };
    visiblePage(db, { managed: [campaign], played: [] }, campaign, asked).then(
      (/** @type {any[]} */ rows) => {
        const shown = rows.slice(0, PAGE);
        const next = rows.length > PAGE ? { next: cursorText(order, shown.at(-1)) } : {};
        sendJson(response, { documents: shown.map(toCampaignDocument), ...next });
      },
      () => response.writeHead(500).end(),
    );
  }),
);
