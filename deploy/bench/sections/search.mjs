import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { cleaningUp, goalTable, middle } from '../figures.mjs';
import { allQuestions, askedTexts, otherTexts } from '../finding/questions.mjs';
import { madeBookOfWords, madeQuestions } from '../finding/made-library.mjs';
import { byDefault, byRank, byTwoStages } from '../finding/plain-search.mjs';
import { gameMaster } from '../game-master.mjs';
import { p95 } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { pidOf, settingsOf } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';

const BOOKS = { number: 40, passages: 2500 };
const QUESTIONS = 150;
const WARM_UP = 20;
const AT_ONCE = 16;
const AT_ONCE_MS = 15_000;
const SAVED = 20;
const GOALS = { recallAt5: 0.75, recallAt1: 0.53, misspeltAt5: 0.8, refused: 0.85, kept: 0.8 };
const GOAL_MS = { lexical: 80, found: 3000 };
const LEAST_SHARE = 0.8;

/** @typedef {{ kind: string, at: number }} Rank the place of the answer among the hits; 0 is none */

/** How well, how fast and how soon words are found. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      ENVIRONMENT: 'production',
      NODE_ENV: 'production',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    /** @param {string} service */
    const running = async (service) => {
      const { DATABASE_URL = '', PORT } = await settingsOf(await pidOf(product.dataDir, service));
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: AT_ONCE });
      atEnd(() => pool.end());
      return { pool, port: PORT };
    };
    const { pool: database, port } = await running('search');
    const { pool: documents } = await running('document');
    const origin = `http://127.0.0.1:${port}/api/search`;
    const [gm, player] = [await signedIn(product), await signedIn(product)];

    const quality = (/** @type {{ name: string, text: Buffer }[]} */ texts) =>
      measuredQuality({ product, gm, origin, database, documents, texts });
    const texts = await askedTexts();
    const asked = await quality(texts);
    const others = await otherTexts();
    const among = others.length > 0 ? await quality([...texts, ...others]) : undefined;

    const master = await gameMaster(product, gm.token);
    await master.call('POST', `/campaigns/${master.campaign}/add-players/`, {
      players: [player.id],
    });
    for (let number = 0; number < BOOKS.number; number++)
      await master.uploadFile(`Book ${number}.md`, madeBookOfWords(BOOKS.passages, number));
    await untilFound(master, database, documents);
    // As PostgreSQL does by itself within minutes.
    await database.query('VACUUM ANALYZE');
    const speed = await measuredSpeed({
      campaign: master.campaign,
      origin,
      database,
      token: player.token,
    });
    const saved = await measuredSaving(master, origin, gm.token);
    const { rows } = await database.query(
      'SELECT count(*) FROM player_passage WHERE campaign_id = $1',
      [master.campaign],
    );
    return report({ asked, among, speed, saved, passages: rows[0].count });
  });

/**
 * Waits until all that was read is in the copy.
 * @param {Awaited<ReturnType<typeof gameMaster>>} master @param {pg.Pool} database @param {pg.Pool} documents
 */
async function untilFound({ untilRead }, database, documents) {
  await untilRead(1000);
  const count = async (/** @type {pg.Pool} */ pool, /** @type {string} */ sql) =>
    Number((await pool.query(sql)).rows[0].count);
  for (;;) {
    const found = await count(database, 'SELECT count(*) FROM player_passage');
    if (found >= (await count(documents, 'SELECT count(*) FROM passage'))) break;
    await pause(2000);
  }
}

const authorized = (/** @type {string} */ token) => ({ authorization: `Bearer ${token}` });

/** @param {string} origin @param {string} token @param {string} campaign @param {string} question @param {number} [limit] */
async function search(origin, token, campaign, question, limit = 10) {
  const query = `campaign=${campaign}&limit=${limit}&q=${encodeURIComponent(question)}`;
  const answer = await fetch(`${origin}/?${query}`, { headers: authorized(token) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`search: ${answer.status} ${body}`);
  /** @type {{ passage?: string }[]} */
  const hits = JSON.parse(body).hits;
  return hits;
}

/**
 * @param {{ product: { url: string }, gm: { token: string }, origin: string, database: pg.Pool, documents: pg.Pool, texts: { name: string, text: Buffer }[] }} given
 */
async function measuredQuality({ product, gm, origin, database, documents, texts }) {
  const master = await gameMaster(product, gm.token);
  for (const { name, text } of texts) await master.uploadFile(name, text);
  await untilFound(master, database, documents);
  const { rows } = await database.query(
    'SELECT passage_id AS id, text FROM player_passage WHERE campaign_id = $1',
    [master.campaign],
  );
  const textOf = new Map(rows.map(({ id, text }) => [id, text]));
  const halves = [];
  for (const { half, questions } of await allQuestions()) {
    /** @type {Record<'ours' | 'byDefault' | 'byRank', Rank[]>} */
    const ranks = { ours: [], byDefault: [], byRank: [] };
    const gate = { kept: 0, answerable: 0, refused: 0, unanswerable: 0 };
    for (const { kind, question, answer } of questions) {
      const isAnswered = await ask(origin, gm.token, master.campaign, question);
      if (answer === undefined) {
        gate.unanswerable += 1;
        gate.refused += isAnswered ? 0 : 1;
        continue;
      }
      gate.answerable += 1;
      gate.kept += isAnswered ? 1 : 0;
      const rankIn = (/** @type {(string | undefined)[]} */ found) => ({
        kind,
        at: found.findIndex((text) => text?.includes(answer)) + 1,
      });
      const hits = await search(origin, gm.token, master.campaign, question);
      ranks.ours.push(rankIn(hits.map(({ passage }) => textOf.get(passage))));
      ranks.byDefault.push(rankIn(await byDefault(database, master.campaign, question)));
      ranks.byRank.push(rankIn(await byRank(database, master.campaign, question)));
    }
    halves.push({ half, ranks, gate });
  }
  return { passages: rows.length, halves };
}

/** @param {string} origin @param {string} token @param {string} campaign @param {string} question */
async function ask(origin, token, campaign, question) {
  const answer = await fetch(`${origin}/ask/`, {
    method: 'POST',
    headers: { ...authorized(token), 'content-type': 'application/json' },
    body: JSON.stringify({ campaign, question }),
  });
  if (!answer.ok) throw new Error(`ask: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).answer !== null;
}

/** @param {{ campaign: string, origin: string, database: pg.Pool, token: string }} given */
async function measuredSpeed({ campaign, origin, database, token }) {
  const questions = madeQuestions(QUESTIONS + WARM_UP);
  /** @type {Record<'ours' | 'rank' | 'twoStages', number[]>} */
  const ms = { ours: [], rank: [], twoStages: [] };
  const timed = async (/** @type {() => Promise<unknown>} */ work) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  // In turns, so that what else the machine does hits all.
  for (const [at, question] of questions.entries()) {
    const ours = await timed(() => search(origin, token, campaign, question, 20));
    const rank = await timed(() => byRank(database, campaign, question));
    const twoStages = await timed(() => byTwoStages(database, campaign, question));
    if (at < WARM_UP) continue;
    ms.ours.push(ours);
    ms.rank.push(rank);
    ms.twoStages.push(twoStages);
  }
  const manyAtOnce = async (/** @type {(question: string) => Promise<unknown>} */ work) => {
    const until = performance.now() + AT_ONCE_MS;
    let done = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, one) => {
        for (let at = one; performance.now() < until; at += AT_ONCE, done++)
          await work(questions[at % questions.length] ?? '');
      }),
    );
    return (done * 1000) / AT_ONCE_MS;
  };
  const ours = await manyAtOnce((question) => search(origin, token, campaign, question, 20));
  const twoStages = await manyAtOnce((question) => byTwoStages(database, campaign, question));
  return { ms, perSecond: { ours, twoStages } };
}

/** From the answer to a save until it is found. @param {Awaited<ReturnType<typeof gameMaster>>} master @param {string} origin @param {string} token */
async function measuredSaving(master, origin, token) {
  const ms = [];
  for (let at = 0; at < SAVED; at++) {
    const word = `newly${at}xq`;
    await master.call('POST', '/documents/notes/', {
      campaign: master.campaign,
      title: `Note ${at}`,
      is_spoilers: false,
      markdown: `The innkeeper told us of ${word} tonight.`,
    });
    const saved = performance.now();
    while ((await search(origin, token, master.campaign, word)).length === 0) await pause(20);
    ms.push(performance.now() - saved);
  }
  return ms;
}

/** @param {Rank[]} ranks @param {number} most */
const recall = (ranks, most) =>
  ranks.filter(({ at }) => at > 0 && at <= most).length / ranks.length;
const meanReciprocal = (/** @type {Rank[]} */ ranks) =>
  ranks.reduce((sum, { at }) => sum + (at > 0 ? 1 / at : 0), 0) / ranks.length;
const shown = (/** @type {number} */ value) => value.toFixed(2);
const ofKind = (/** @type {Rank[]} */ ranks, /** @type {string} */ kind) =>
  ranks.filter((one) => one.kind === kind);

const NAMES = {
  ours: 'search',
  byDefault: 'PostgreSQL, all words',
  byRank: 'PostgreSQL, any word',
};

/** @param {Awaited<ReturnType<typeof measuredQuality>>} quality */
function qualityTable({ halves }) {
  const rows = halves.flatMap(({ half, ranks }) =>
    Object.entries(ranks).map(([who, all]) => {
      const kinds = ['exact', 'paraphrase', 'misspelt'].map((kind) =>
        shown(recall(ofKind(all, kind), 5)),
      );
      const figures = [recall(all, 1), recall(all, 5), recall(all, 10), meanReciprocal(all)].map(
        shown,
      );
      return `| ${half} | ${NAMES[/** @type {keyof typeof NAMES} */ (who)]} | ${[...figures, ...kinds].join(' | ')} |`;
    }),
  );
  return [
    '| Half | By | @1 | @5 | @10 | MRR | exact @5 | paraphrase @5 | misspelt @5 |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ];
}

/** @param {Awaited<ReturnType<typeof measuredQuality>>} quality */
const gateLines = ({ halves }) =>
  halves.map(
    ({ half, gate }) =>
      `- ${half}: ${shown(gate.refused / gate.unanswerable)} of what nothing answers is refused, ${shown(gate.kept / gate.answerable)} of the rest is answered.`,
  );

/** @param {{ asked: Awaited<ReturnType<typeof measuredQuality>>, among: Awaited<ReturnType<typeof measuredQuality>> | undefined,
 *   speed: Awaited<ReturnType<typeof measuredSpeed>>, saved: number[], passages: string }} figures */
function report({ asked, among, speed, saved, passages }) {
  const reported = asked.halves.find(({ half }) => half === 'reported');
  const ours = reported?.ranks.ours ?? [];
  const gate = reported?.gate ?? { kept: 0, answerable: 1, refused: 0, unanswerable: 1 };
  const share = speed.perSecond.ours / speed.perSecond.twoStages;
  const goal = (
    /** @type {string} */ name,
    /** @type {number} */ least,
    /** @type {number} */ seen,
  ) => ({
    goal: `${name} at least ${least}`,
    seen: shown(seen),
    met: seen >= least,
  });
  const below = (
    /** @type {string} */ name,
    /** @type {number} */ most,
    /** @type {number[]} */ ms,
  ) => ({
    goal: `${name}: p95 at most ${most} ms`,
    seen: `${p95(ms).toFixed(0)} ms`,
    met: p95(ms) <= most,
  });
  const row = (/** @type {string} */ name, /** @type {number[]} */ ms) =>
    `| ${name} | ${middle(ms).toFixed(1)} | ${p95(ms).toFixed(1)} |`;
  return [
    '## Search',
    '',
    `Questions of our own about a campaign of ${asked.passages} passages, in words alone, without a model; the half \`reported\` was never tuned with. PostgreSQL's ranking is \`ts_rank\` of all words`,
    '(`websearch_to_tsquery`), or of any.',
    '',
    ...qualityTable(asked),
    '',
    ...gateLines(asked),
    '',
    ...(among
      ? [
          `The same among other books, ${among.passages} passages in all (some of what is unanswerable is answered there):`,
          '',
          ...qualityTable(among),
          '',
        ]
      : []),
    `${passages} passages in one campaign, asked by a player, at the service's port, ${QUESTIONS} questions in turns with plain SQL on the same rows; the machine was busy with ${os.loadavg()[0]?.toFixed(1)} at the end.`,
    '',
    '| Asked | p50, ms | p95, ms |',
    '| --- | ---: | ---: |',
    row('search', speed.ms.ours),
    row('`ts_rank` of any word', speed.ms.rank),
    row('two stages, plain SQL', speed.ms.twoStages),
    row('from saved to found', saved),
    '',
    `With ${AT_ONCE} connections: ${speed.perSecond.ours.toFixed(0)} questions a second, plain SQL of two stages ${speed.perSecond.twoStages.toFixed(0)}.`,
    '',
    ...goalTable([
      goal('recall@5', GOALS.recallAt5, recall(ours, 5)),
      goal('recall@1', GOALS.recallAt1, recall(ours, 1)),
      goal('misspelt recall@5', GOALS.misspeltAt5, recall(ofKind(ours, 'misspelt'), 5)),
      goal('refused of the unanswerable', GOALS.refused, gate.refused / gate.unanswerable),
      goal('kept of the answerable', GOALS.kept, gate.kept / gate.answerable),
      below('one connection', GOAL_MS.lexical, speed.ms.ours),
      goal('share of plain SQL with 16 connections', LEAST_SHARE, share),
      below('from saved to found', GOAL_MS.found, saved),
    ]),
  ].join('\n');
}
