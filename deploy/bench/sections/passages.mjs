import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { untilFollowed } from '../finding/search-place.mjs';
import { gameMaster } from '../game-master.mjs';
import { p95 } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { pidOf, settingsOf, startServer } from '../processes.mjs';
import { mixAudiences, setAudience } from '../reading/mixed-audiences.mjs';
import { asMarkdown, madeBook } from '../reading/made-book.mjs';
import { startProduct } from '../running-product.mjs';

/** A book of 600 pages, and the longest text beside it. */
const BOOK = sized(10_000, 1000);
const LONG = sized(40_000, 1500);
const SHORT = sized({ documents: 20, passages: 2400 }, { documents: 2, passages: 500 });
const ROUNDS = sized(60, 2);
const LEDGER_ROUNDS = sized(20, 1);
const AT_ONCE = sized(1000, 50);
const ACTS = sized(15, 1);
const GOALS = { callMs: 30, actMs: 500 };

/** @typedef {{ text: string, call: string, by: string, ms: number[], bareMs: number[] }} Figure */

/** Texts of mixed audiences, acts about many passages, and what GMs ask the ledger. @returns {Promise<string>} */
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
    const { id: book } = await gm.uploadFile('The book.md', textOf(BOOK, 7));
    const { id: long } = await gm.uploadFile('The long text.md', textOf(LONG, 8));
    const short = [];
    for (let number = 0; number < SHORT.documents; number++) {
      const { id } = await gm.uploadFile(`Book ${number}.md`, textOf(SHORT.passages, number));
      short.push(id);
    }
    await gm.untilRead();
    const { DATABASE_URL = '', PORT } = await settingsOf(await pidOf(product.dataDir, 'document'));
    const database = new pg.Client({ connectionString: DATABASE_URL });
    await database.connect();
    atEnd(() => database.end());
    const before = new Date();
    const mixed = await mixAudiences({
      gm,
      database,
      texts: [book, long, ...short],
      players: people,
    });
    await untilFollowed(product, gm);
    // As PostgreSQL does by itself within minutes.
    await database.query('VACUUM ANALYZE');

    const bare = await startServer(path.join(import.meta.dirname, '../list/bare-passages.mjs'), {
      DATABASE_URL,
    });
    atEnd(bare.stop);
    const origin = `http://127.0.0.1:${PORT}/api`;
    /** @type {Figure[]} */
    const figures = [];
    for (const [text, document] of Object.entries({ [`${BOOK}`]: book, [`${LONG}`]: long }))
      for (const [call, asked] of Object.entries(
        callsOf(document, mixed.forAll(document), { origin, bare }),
      ))
        for (const [by, { token }] of Object.entries(people))
          figures.push({ text, call, by, ...(await inTurns(asked, token, ROUNDS)) });

    const acts = await timedActs(database, gm, { document: book, forAll: mixed.forAll(book) });
    const told = await askedByGm({ origin, people, gm, before, mixed });
    return report({ figures, acts, told, mixed });
  });

/** @param {number} passages @param {number} seed */
const textOf = (passages, seed) =>
  Buffer.from(asMarkdown(madeBook(passages, seed).slice(0, passages)));

/**
 * Each beside the same rows, read without asking for whom they are.
 * @param {string} document @param {string[]} forAll its passages that all players see
 * @param {{ origin: string, bare: { url: string } }} places
 */
function callsOf(document, forAll, { origin, bare }) {
  const text = `${origin}/documents/${document}`;
  const plain = `${bare.url}/passages?document=${document}&limit=200`;
  const middlePassage = forAll[forAll.length >> 1];
  return {
    'first page': { url: `${text}/passages/?limit=200`, bare: plain },
    'middle of it': {
      url: `${text}/passages/?limit=200&around=${middlePassage}`,
      bare: `${plain}&from=${middlePassage}`,
    },
    headings: {
      url: `${text}/outline/`,
      bare: `${bare.url}/headings?document=${document}&limit=5000`,
    },
  };
}

/** @param {string} url @param {RequestInit} [init] */
async function timed(url, init) {
  const began = performance.now();
  const answer = await fetch(url, init);
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
  return performance.now() - began;
}

/**
 * One after the other, so that what else the machine does hits both.
 * @param {{ url: string, bare: string }} asked @param {string} token @param {number} rounds
 */
async function inTurns({ url, bare }, token, rounds) {
  const headers = { authorization: `Bearer ${token}` };
  const ms = [];
  const bareMs = [];
  for (let round = 0; round < rounds + 5; round++) {
    const [one, other] = [await timed(url, { headers }), await timed(bare)];
    // The first ones warm up.
    if (round < 5) continue;
    ms.push(one);
    bareMs.push(other);
  }
  return { ms, bareMs };
}

/**
 * A thousand passages hidden and revealed, beside an UPDATE of as many rows of a copy of the table.
 * @param {pg.Client} database @param {Awaited<ReturnType<typeof gameMaster>>} gm
 * @param {{ document: string, forAll: string[] }} text
 */
async function timedActs(database, gm, { document, forAll }) {
  await database.query('CREATE TABLE plain_passage (LIKE passage INCLUDING ALL)');
  await database.query('INSERT INTO plain_passage SELECT * FROM passage WHERE document_id = $1', [
    document,
  ]);
  const passages = forAll.slice(0, AT_ONCE);
  /** @type {{ hide: number[], reveal: number[], bare: number[] }} */
  const ms = { hide: [], reveal: [], bare: [] };
  for (let act = 0; act <= ACTS; act++)
    for (const [name, audience] of /** @type {const} */ ([
      ['hide', 'gm'],
      ['reveal', 'party'],
    ])) {
      const began = performance.now();
      await setAudience(gm, document, passages, audience);
      const done = performance.now();
      await database.query(
        'UPDATE plain_passage SET audience_class = $2, number = number + 1 WHERE id = ANY ($1::uuid[])',
        [passages, audience === 'gm' ? '00000000-0000-4000-8000-000000000001' : null],
      );
      if (act === 0) continue;
      ms[name].push(done - began);
      ms.bare.push(performance.now() - done);
    }
  await database.query('DROP TABLE plain_passage');
  return ms;
}

/**
 * What GMs ask the ledger and before they reveal something; beside the entries, which are a list.
 * @param {{ origin: string, people: Record<string, { id: string, token: string }>, gm: { campaign: string }, before: Date,
 *   mixed: Awaited<ReturnType<typeof mixAudiences>> }} asked
 */
async function askedByGm({ origin, people, gm: { campaign }, before, mixed }) {
  const authorization = `Bearer ${people.gm?.token}`;
  const ledger = `${origin}/campaigns/${campaign}/ledger/`;
  const then = new Date((before.getTime() + mixed.doneAt.getTime()) / 2).toISOString();
  const check = (/** @type {object} */ body) => ({
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ campaign, audience: 'party', ...body }),
  });
  const texts = ['Strahd and the Drowned Bell of Vallaki', 'The Hollow Cistern'];
  const revealing = { document: mixed.hiddenIn, passages: mixed.hidden };
  const read = { headers: { authorization } };
  /** @type {Record<string, [string, RequestInit]>} */
  const asked = {
    'Entries of the ledger': [ledger, read],
    'What a player knows now': [`${ledger}?player=${people.mia?.id}`, read],
    'What a player knew then': [`${ledger}?player=${people.mia?.id}&as_of=${then}`, read],
    'What the party knew then': [`${ledger}?player=party&as_of=${then}`, read],
    'Spoiler check of two titles': [`${origin}/documents/spoiler-check/`, check({ texts })],
    [`… and of ${revealing.passages.length} passages to reveal`]: [
      `${origin}/documents/spoiler-check/`,
      check({ texts, revealing }),
    ],
  };
  /** @type {Record<string, number[]>} */
  const ms = Object.fromEntries(Object.keys(asked).map((name) => [name, []]));
  for (let round = 0; round <= LEDGER_ROUNDS; round++)
    for (const [name, [url, init]] of Object.entries(asked)) {
      const one = await timed(url, init);
      if (round > 0) ms[name]?.push(one);
    }
  return ms;
}

const shown = (/** @type {number} */ ms) => ms.toFixed(1);

/** How much else waited for the processors: then the ratios say more than the times. */
const busy = () => {
  const [, load = 0] = os.loadavg();
  return `Work waiting for each core of the machine meanwhile, this and all else: ${(load / os.cpus().length).toFixed(1)}.`;
};

/**
 * @param {{ figures: Figure[], acts: { hide: number[], reveal: number[], bare: number[] }, told: Record<string, number[]>,
 *   mixed: Awaited<ReturnType<typeof mixAudiences>> }} seen
 */
function report({ figures, acts, told, mixed }) {
  const goalOf = (/** @type {string} */ name, /** @type {(call: string) => boolean} */ isOne) => {
    const ofBook = figures.filter(({ text, call }) => text === `${BOOK}` && isOne(call));
    const slowest = Math.max(...ofBook.map(({ ms }) => p95(ms)));
    return {
      goal: `${name} at most ${GOALS.callMs} ms, p95, by whom ever`,
      seen: shown(slowest),
      met: slowest <= GOALS.callMs,
    };
  };
  const slowestAct = Math.max(p95(acts.hide), p95(acts.reveal));
  const bareAct = middle(acts.bare);
  const entries = middle(told['Entries of the ledger'] ?? []);
  const by = { gm: 'GM', mia: 'a chosen player', jon: 'another player' };
  return [
    '## Passages',
    '',
    `A campaign of ${mixed.passages} passages in ${2 + SHORT.documents} texts, with audiences mixed throughout: a fifth each for GMs, for one player and for`,
    `two, the rest for the party; ${mixed.acts} acts in the ledger; the search service has taken all in, and nothing reads for meaning. Calls at the service of a book of 600 pages and of the longest text, 200 passages each, ${ROUNDS}`,
    'times in turns with `node:http` and `pg` that read as many rows of it by their place and ask for no rights.',
    `${busy()}`,
    '',
    '| Of passages | Call | By | Median, ms | p95, ms | Bare, median | Product / bare |',
    '| ---: | --- | --- | ---: | ---: | ---: | ---: |',
    ...figures.map(
      ({ text, call, by: who, ms, bareMs }) =>
        `| ${text} | ${call} | ${by[/** @type {keyof typeof by} */ (who)]} | ${shown(middle(ms))} | ${shown(p95(ms))} | ${shown(middle(bareMs))} | ${(middle(ms) / middle(bareMs)).toFixed(2)} |`,
    ),
    '',
    `${AT_ONCE} passages of the book hidden and revealed by one call through the gateway, ${ACTS} times each, in turns with an UPDATE of as many rows of a copy.`,
    '',
    '| Act | Median, ms | p95, ms | Bare, median | Product / bare |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...[
      ['Hide', acts.hide],
      ['Reveal', acts.reveal],
    ].map(([name, ms]) => {
      const all = /** @type {number[]} */ (ms);
      return `| ${name} | ${shown(middle(all))} | ${shown(p95(all))} | ${shown(bareAct)} | ${(middle(all) / bareAct).toFixed(2)} |`;
    }),
    '',
    `What game masters ask beside, ${LEDGER_ROUNDS} times in turns.`,
    '',
    '| Question | Median, ms | p95, ms | Of the entries |',
    '| --- | ---: | ---: | ---: |',
    ...Object.entries(told).map(
      ([name, ms]) =>
        `| ${name} | ${shown(middle(ms))} | ${shown(p95(ms))} | ${(middle(ms) / entries).toFixed(1)} |`,
    ),
    '',
    ...goalTable([
      goalOf('Passages of the book', (call) => call !== 'headings'),
      goalOf('Headings of the book', (call) => call === 'headings'),
      {
        goal: `${AT_ONCE} passages hidden or revealed within ${GOALS.actMs} ms, p95`,
        seen: shown(slowestAct),
        met: slowestAct <= GOALS.actMs,
      },
    ]),
  ].join('\n');
}
