import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pidOf, settingsOf } from '../processes.mjs';

/** @typedef {{ origin: string, token: string, campaign: string }} Place a campaign and a user who searches */

/**
 * The search service of a running product, at its own port, and its database.
 * @param {{ dataDir: string }} product
 * @param {number} connections of the database
 */
export async function searchOf({ dataDir }, connections) {
  const pid = await pidOf(dataDir, 'search');
  const { PORT } = await settingsOf(pid);
  const database = await databaseOf(dataDir, 'search', connections);
  return { pid, database, origin: `http://127.0.0.1:${PORT}/api/search` };
}

/** @param {string} dataDir @param {string} service @param {number} [connections] */
async function databaseOf(dataDir, service, connections = 2) {
  const { DATABASE_URL = '' } = await settingsOf(await pidOf(dataDir, service));
  return new pg.Pool({ connectionString: DATABASE_URL, max: connections });
}

/**
 * Waits until the search service has taken in all that was done in a campaign.
 * @param {{ dataDir: string }} product @param {{ campaign: string }} where
 */
export async function untilFollowed({ dataDir }, { campaign }) {
  const documents = await databaseOf(dataDir, 'document');
  const search = await databaseOf(dataDir, 'search');
  const number = async (/** @type {pg.Pool} */ database, /** @type {string} */ sql) =>
    (await database.query(sql, [campaign])).rows[0]?.number;
  const last = 'SELECT last_number AS number FROM campaign_feed WHERE campaign_id = $1';
  const reached = 'SELECT indexed_number AS number FROM campaign_index WHERE campaign_id = $1';
  while ((await number(search, reached)) !== (await number(documents, last))) await pause(1000);
  await Promise.all([documents.end(), search.end()]);
}

const authorized = (/** @type {string} */ token) => ({ authorization: `Bearer ${token}` });

/**
 * @param {Place} place @param {string} question @param {number} [limit]
 * @returns {Promise<{ hits: { passage?: string }[], mode: string }>}
 */
export async function search({ origin, token, campaign }, question, limit = 10) {
  const query = `campaign=${campaign}&limit=${limit}&q=${encodeURIComponent(question)}`;
  const answer = await fetch(`${origin}/?${query}`, { headers: authorized(token) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`search: ${answer.status} ${body}`);
  return JSON.parse(body);
}

/**
 * @typedef {{ text: string, citations: { passage: string, start: number, end: number }[], is_unsupported?: true }} Part
 * @param {Place} place @param {string} question
 * @returns {Promise<{ answer: Part[] | null, written_by: string, instead_because?: { code: string } }>}
 */
export async function answerTo({ origin, token, campaign }, question) {
  const answer = await fetch(`${origin}/ask/`, {
    method: 'POST',
    headers: { ...authorized(token), 'content-type': 'application/json' },
    body: JSON.stringify({ campaign, question }),
  });
  if (!answer.ok) throw new Error(`ask: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** @param {Place} place @returns {Promise<{ is_ready: boolean, passages?: number, meaning?: { read: number, passages: number } }>} */
export async function stateOf({ origin, token, campaign }) {
  const answer = await fetch(`${origin}/state/?campaign=${campaign}`, {
    headers: authorized(token),
  });
  if (!answer.ok) throw new Error(`state: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
