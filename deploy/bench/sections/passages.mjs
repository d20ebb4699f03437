import os from 'node:os';
import pg from 'pg';
import { atMost, cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { madeBookOfWords } from '../finding/made-library.mjs';
import { untilFollowed } from '../finding/search-place.mjs';
import { gameMaster } from '../game-master.mjs';
import { p95 } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { pidOf, settingsOf } from '../processes.mjs';
import { mixAudiences, setAudience } from '../reading/mixed-audiences.mjs';
import { startProduct } from '../running-product.mjs';

/** A book of 600 pages, and the longest text in addition. */
const BOOK = sized(10_000, 1000);
const LONG = sized(40_000, 1500);
const SHORT = sized({ documents: 20, passages: 2400 }, { documents: 2, passages: 500 });
const ROUNDS = sized(60, 2);
const AT_ONCE = sized(1000, 50);
const ACTS = sized(15, 1);
const GOALS = { callMs: 30, actMs: 500 };

/** @typedef {{ text: string, call: string, by: string, ms: number[] }} Figure */

/** Calls for texts of mixed audiences, and audience changes of many passages. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      ENVIRONMENT: 'production',
      NODE_ENV: 'production',
      // Reading all of it for its meaning takes longer than everything measured here.
      EMBEDDINGS_URL: 'off',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const people = {
      gm: await signedIn(product),
      mia: await signedIn(product),
      jon: await signedIn(product),
    };
    const gm = await gameMaster(product, people.gm.token);
    await gm.call('POST', `/campaigns/${gm.campaign}/add-players/`, {
      players: [people.mia.id, people.jon.id],
    });
    const book = await gm.uploadFile('The book.md', madeBookOfWords(BOOK, 7));
    const long = await gm.uploadFile('The long text.md', madeBookOfWords(LONG, 8));
    const short = [];
    for (let number = 0; number < SHORT.documents; number++) {
      const text = madeBookOfWords(SHORT.passages, number);
      short.push(await gm.uploadFile(`Book ${number}.md`, text));
    }
    await gm.untilRead();
    const { DATABASE_URL = '', PORT } = await settingsOf(await pidOf(product.dataDir, 'document'));
    const database = new pg.Client({ connectionString: DATABASE_URL });
    await database.connect();
    atEnd(() => database.end());
    const mixed = await mixAudiences({
      gm,
      database,
      texts: [book, long, ...short],
      players: people,
    });
    await untilFollowed(product, gm);
    // PostgreSQL's autovacuum does the same within minutes.
    await database.query('VACUUM ANALYZE');

    const origin = `http://127.0.0.1:${PORT}/api`;
    /** @type {Figure[]} */
    const figures = [];
    for (const [text, document] of Object.entries({ [`${BOOK}`]: book, [`${LONG}`]: long }))
      for (const [call, asked] of Object.entries(
        callsOf(`${origin}/documents/${document}`, mixed.forAll(document)),
      ))
        for (const [by, { token }] of Object.entries(people))
          figures.push({ text, call, by, ms: await timedCalls(asked, token) });

    const acts = await timedActs(gm, book, mixed.forAll(book));
    return report({ figures, acts, mixed });
  });

/** @param {string} text its address @param {string[]} forAll its passages that all players see */
const callsOf = (text, forAll) => ({
  'first page': `${text}/passages/?limit=200`,
  'middle of it': `${text}/passages/?limit=200&around=${forAll[forAll.length >> 1]}`,
  headings: `${text}/outline/`,
});

/** @param {string} url @param {RequestInit} [init] */
async function timed(url, init) {
  const began = performance.now();
  const answer = await fetch(url, init);
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
  return performance.now() - began;
}

/** @param {string} url @param {string} token */
async function timedCalls(url, token) {
  const headers = { authorization: `Bearer ${token}` };
  const ms = [];
  for (let round = 0; round < ROUNDS + 5; round++) {
    const one = await timed(url, { headers });
    // The first ones warm up.
    if (round >= 5) ms.push(one);
  }
  return ms;
}

/**
 * Hides and reveals a thousand passages by turns.
 * @param {Awaited<ReturnType<typeof gameMaster>>} gm @param {string} document @param {string[]} forAll
 */
async function timedActs(gm, document, forAll) {
  const passages = forAll.slice(0, AT_ONCE);
  /** @type {{ hide: number[], reveal: number[] }} */
  const ms = { hide: [], reveal: [] };
  for (let act = 0; act <= ACTS; act++)
    for (const [name, audience] of /** @type {const} */ ([
      ['hide', 'gm'],
      ['reveal', 'party'],
    ])) {
      const began = performance.now();
      await setAudience(gm, document, passages, audience);
      if (act > 0) ms[name].push(performance.now() - began);
    }
  return ms;
}

const shown = (/** @type {number} */ ms) => ms.toFixed(1);

/** How much else waited for the processors: times of a busy machine say little. */
const busy = () => {
  const [, load = 0] = os.loadavg();
  return `Work waiting for each core of the machine meanwhile, this and all else: ${(load / os.cpus().length).toFixed(1)}.`;
};

/**
 * @param {{ figures: Figure[], acts: Awaited<ReturnType<typeof timedActs>>,
 *   mixed: Awaited<ReturnType<typeof mixAudiences>> }} seen
 */
function report({ figures, acts, mixed }) {
  const goalOf = (/** @type {string} */ name, /** @type {(call: string) => boolean} */ isOne) => {
    const ofBook = figures.filter(({ text, call }) => text === `${BOOK}` && isOne(call));
    const slowest = Math.max(...ofBook.map(({ ms }) => p95(ms)));
    return atMost(
      `${name} at most ${GOALS.callMs} ms, p95, for every caller`,
      GOALS.callMs,
      slowest,
      1,
    );
  };
  const slowestAct = Math.max(p95(acts.hide), p95(acts.reveal));
  const by = { gm: 'GM', mia: 'a chosen player', jon: 'another player' };
  return [
    '## Passages',
    '',
    `A campaign of ${mixed.passages} passages in ${2 + SHORT.documents} texts with mixed audiences: a fifth each for GMs, for one player and for`,
    `two, the rest for the party; ${mixed.acts} audience changes in the ledger. The search index is up to date, embeddings are off. Calls at the`,
    `service of a book of 600 pages and of the longest text, 200 passages each, ${ROUNDS} times; then ${AT_ONCE} passages of the book hidden and`,
    `revealed by one call through the gateway, ${ACTS} times each.`,
    busy(),
    '',
    '| Of passages | Call | By | Median, ms | p95, ms |',
    '| ---: | --- | --- | ---: | ---: |',
    ...figures.map((figure) => {
      const who = by[/** @type {keyof typeof by} */ (figure.by)];
      return `| ${figure.text} | ${figure.call} | ${who} | ${shown(middle(figure.ms))} | ${shown(p95(figure.ms))} |`;
    }),
    ...Object.entries(acts).map(
      ([name, ms]) => `| ${AT_ONCE} | ${name} | GM | ${shown(middle(ms))} | ${shown(p95(ms))} |`,
    ),
    '',
    ...goalTable([
      goalOf('Passages of the book', (call) => call !== 'headings'),
      goalOf('Headings of the book', (call) => call === 'headings'),
      atMost(
        `${AT_ONCE} passages hidden or revealed within ${GOALS.actMs} ms, p95`,
        GOALS.actMs,
        slowestAct,
        1,
      ),
    ]),
  ].join('\n');
}
