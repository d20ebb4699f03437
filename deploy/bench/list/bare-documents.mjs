// The first page of a campaign's documents with nothing around it, for its GM.
import { createRequire } from 'node:module';
import { pool, serveBare } from './bare-server.mjs';

const require = createRequire(import.meta.url);
const ACCESS = '../../../services/document/dist/access';
const { visiblePage } = require(`${ACCESS}/pages/document-pages.js`);
const { pageOrder, cursorText } = require(`${ACCESS}/pages/page-order.js`);
const { toCampaignDocument } = require(`${ACCESS}/document-response.js`);

const PAGE = 50;
/** @param {string} text @param {unknown[]} values */
const query = async (text, values) => (await pool.query({ name: 'page', text, values })).rows;
const db = { query, queryOften: query };
const order = pageOrder('newest', false);

serveBare(async ({ searchParams }) => {
  const campaign = searchParams.get('campaign');
  const asked = { order, filter: {}, limit: PAGE + 1 };
  const rows = await visiblePage(db, { managed: [campaign], played: [] }, campaign, asked);
  const shown = rows.slice(0, PAGE);
  const next = rows.length > PAGE ? { next: cursorText(order, shown.at(-1)) } : {};
  return { documents: shown.map(toCampaignDocument), ...next };
});
