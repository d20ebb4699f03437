import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { madeBookOfWords } from '../finding/made-library.mjs';
import { fillVectors } from '../finding/made-vectors.mjs';
import {
  measuredQuality,
  ofKind,
  plainQuality,
  qualityTable,
  recall,
  shown,
} from '../finding/quality.mjs';
import { askedTexts } from '../finding/questions.mjs';
import { search, searchOf, stateOf, untilFollowed } from '../finding/search-place.mjs';
import { AT_ONCE, measuredAtOnce, measuredSaving, measuredTurns } from '../finding/speed.mjs';
import { measuredTyping } from '../finding/typing.mjs';
import { gameMaster } from '../game-master.mjs';
import { launchBrowser } from '../page-load.mjs';
import { p95 } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { ownMegabytes, pidOf } from '../processes.mjs';
import { makePlace, startIn } from '../running-product.mjs';

const BOOK = sized(2500, 100);
const BOOKS = sized({ small: 8, large: 40 }, { small: 1, large: 2 });
const GOALS = { recallAt5: 0.75, recallAt1: 0.53, misspeltAt5: 0.8, refused: 0.85, kept: 0.8 };
const GOAL_MS = { lexical: 80, meaning: 150, found: 3000, offered: 100 };
const GOAL_MB = { model: 450, api: 150 };
const LEAST_SHARE = 0.8;
const WORDS_ALONE = 'search, words alone';
const WITH_MEANING = 'search, with meaning';

/** @typedef {Awaited<ReturnType<typeof gameMaster>>} Master */

/**
 * Quality, latency and indexing delay of full-text and semantic search.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const place = await makePlace();
    atEnd(place.remove);
    /** @param {Record<string, string>} settings */
    const start = async (settings) => {
      const product = await startIn(place, {
        ENVIRONMENT: 'production',
        NODE_ENV: 'production',
        // As in the manifests, indexing and embedding run in a separate process.
        REPLICAS: 'search-worker=1',
        ...NO_LIMITS,
        ...settings,
      });
      const search = await searchOf(product, AT_ONCE);
      const stop = async () => {
        await search.database.end();
        await product.stop();
      };
      return { product, search, stop };
    };

    let running = await start({});
    atEnd(() => running.stop());
    const player = await signedIn(running.product);
    const gm = await signedIn(running.product);
    const texts = await campaignOf(running, gm.token, await askedTexts());
    await untilMeant({ ...running.search, token: gm.token, campaign: texts.campaign });
    const asked = { origin: running.search.origin, token: gm.token, campaign: texts.campaign };
    const meant = await measuredQuality(asked, running.search.database, WITH_MEANING);

    await running.stop();
    running = await start({ EMBEDDINGS_URL: 'off' });
    const { database, origin } = running.search;
    const quality = [
      ...meant,
      ...(await measuredQuality({ ...asked, origin }, database, WORDS_ALONE)),
      ...(await plainQuality(asked, database)),
    ];
    const small = await campaignOf(running, gm.token, booksOf(BOOKS.small), player.id);
    const large = await campaignOf(running, gm.token, booksOf(BOOKS.large), player.id);
    await fillVectors(running.search.database);
    // PostgreSQL's autovacuum does the same within minutes.
    await running.search.database.query('VACUUM ANALYZE');
    const asPlayer = ({ campaign }, { origin } = running.search) => ({
      origin,
      token: player.token,
      campaign,
    });
    const inLarge = await measuredTurns(asPlayer(large));
    const perSecond = await measuredAtOnce(asPlayer(large), running.search.database);
    const saved = await measuredSaving(large, asPlayer(large));
    const inWordsMb = await ownMegabytes(running.search.pid);

    await running.stop();
    running = await start({});
    // A model that was just started is not asked again for a while after it did not answer.
    const question = 'what is the dragon of the tower?';
    while ((await search(asPlayer(small), question)).mode !== 'full') await pause(1000);
    const meantInSmall = await measuredTurns(asPlayer(small));
    const meantInLarge = await measuredTurns(asPlayer(large));
    const meantPerSecond = await measuredAtOnce(asPlayer(large), running.search.database);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const typed = await measuredTyping(browser, running.product, player.person, small.campaign);
    const memory = {
      inWords: inWordsMb,
      api: await ownMegabytes(running.search.pid),
      worker: await ownMegabytes(await pidOf(place.dataDir, 'search-worker')),
      model: await ownMegabytes(await pidOf(place.dataDir, 'search-model')),
    };
    return report({
      quality,
      speed: { inLarge, perSecond, meantInSmall, meantInLarge, meantPerSecond },
      saved,
      typed,
      memory,
      passages: {
        asked: await passagesIn(running, texts),
        small: await passagesIn(running, small),
        large: await passagesIn(running, large),
      },
    });
  });

/** @typedef {{ product: { url: string, dataDir: string }, search: Awaited<ReturnType<typeof searchOf>> }} Running */

const booksOf = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, number) => ({
    name: `Book ${number}.md`,
    text: madeBookOfWords(BOOK, number),
  }));

/**
 * A campaign that holds these texts, all of them in the copy.
 * @param {Running} running @param {string} token @param {{ name: string, text: Buffer }[]} texts @param {string} [player]
 * @returns {Promise<Master>}
 */
async function campaignOf({ product }, token, texts, player) {
  const master = await gameMaster(product, token);
  if (player !== undefined)
    await master.call('POST', `/campaigns/${master.campaign}/add-players/`, { players: [player] });
  for (const { name, text } of texts) await master.uploadFile(name, text);
  await master.untilRead(1000);
  await untilFollowed(product, master);
  return master;
}

/** Waits until all of a campaign has been read for its meaning. @param {import('../finding/search-place.mjs').Place} place */
async function untilMeant(place) {
  for (;;) {
    const { meaning } = await stateOf(place);
    if (meaning && meaning.passages > 0 && meaning.read === meaning.passages) return;
    await pause(1000);
  }
}

/** @param {Running} running @param {{ campaign: string }} where @returns {Promise<number>} */
async function passagesIn({ search }, { campaign }) {
  const { rows } = await search.database.query(
    'SELECT count(*)::int AS count FROM player_passage WHERE campaign_id = $1',
    [campaign],
  );
  return rows[0].count;
}

/**
 * @param {{
 *   quality: import('../finding/quality.mjs').Quality[],
 *   speed: Record<'inLarge' | 'meantInSmall' | 'meantInLarge', import('../finding/speed.mjs').Turns>
 *     & Record<'perSecond' | 'meantPerSecond', { ours: number, twoStages: number }>,
 *   saved: number[], typed: { offered: number[], all: number[] }, memory: Record<'inWords' | 'api' | 'worker' | 'model', number>,
 *   passages: Record<'asked' | 'small' | 'large', number> }} figures
 */
function report({ quality, speed, saved, typed, memory, passages }) {
  const { inLarge, meantInSmall, meantInLarge, perSecond, meantPerSecond } = speed;
  return [
    '## Search',
    '',
    `Questions of our own about a campaign of ${passages.asked} passages; the half \`reported\` was never tuned with. \`refused\` is of what nothing answers,`,
    "`kept` of the rest. PostgreSQL's ranking is `ts_rank` of all words (`websearch_to_tsquery`), or of any.",
    '',
    ...qualityTable(byHalf(quality)),
    '',
    `Asked by a player at the service's port, one question after the other; embeddings of the books are generated. Of ${meantInSmall.ms.length} questions`,
    `${meantInSmall.semantic} and ${meantInLarge.semantic} had semantic matches too, the rest are of a word or two. Load of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
    '',
    '| Asked | passages | p50, ms | p95, ms |',
    '| --- | ---: | ---: | ---: |',
    row(WORDS_ALONE, passages.large, inLarge.ms),
    row(WITH_MEANING, passages.small, meantInSmall.ms),
    row(WITH_MEANING, passages.large, meantInLarge.ms),
    row('from saved to found', passages.large, saved),
    row('from a letter in ⌘K to what is offered, painted', passages.small, typed.offered),
    row('… to all that is found, its pause of 120 ms included', passages.small, typed.all),
    '',
    `With ${AT_ONCE} connections: ${perSecond.ours.toFixed(0)} questions a second in words alone, plain SQL of two stages ${perSecond.twoStages.toFixed(0)}; with`,
    `meaning ${meantPerSecond.ours.toFixed(0)} beside ${meantPerSecond.twoStages.toFixed(0)}. Memory after all that: API ${memory.inWords.toFixed(0)} MB in words alone, ${memory.api.toFixed(0)} MB with`,
    `vectors of both campaigns, its worker ${memory.worker.toFixed(0)} MB, \`search-model\` ${memory.model.toFixed(0)} MB.`,
    '',
    ...goalTable([
      ...goalsOfQuality(quality, WITH_MEANING),
      ...goalsOfQuality(quality, WORDS_ALONE),
      below('words alone, one connection', GOAL_MS.lexical, inLarge.ms),
      below(`with meaning at ${passages.small}`, GOAL_MS.meaning, meantInSmall.ms),
      atLeast(
        'share of plain SQL with 16 connections',
        LEAST_SHARE,
        perSecond.ours / perSecond.twoStages,
      ),
      below('from saved to found', GOAL_MS.found, saved),
      below('from a letter to painted suggestions', GOAL_MS.offered, typed.offered),
      fits('search-model', GOAL_MB.model, memory.model),
      fits('the API', GOAL_MB.api, memory.api),
    ]),
  ].join('\n');
}

/** @param {string} name @param {number} passages @param {number[]} ms */
const row = (name, passages, ms) =>
  `| ${name} | ${passages} | ${middle(ms).toFixed(1)} | ${p95(ms).toFixed(1)} |`;

/** @template {{ half: string }} Row @param {Row[]} rows */
const byHalf = (rows) => [...rows].sort((a, b) => (a.half < b.half ? -1 : a.half > b.half ? 1 : 0));

/** @param {string} name @param {number} least @param {number} seen */
const atLeast = (name, least, seen) => ({
  goal: `${name} at least ${least}`,
  seen: shown(seen),
  met: seen >= least,
});

/** @param {string} name @param {number} most @param {number[]} ms */
const below = (name, most, ms) => ({
  goal: `${name}: p95 at most ${most} ms`,
  seen: `${p95(ms).toFixed(0)} ms`,
  met: p95(ms) <= most,
});

/** @param {string} name @param {number} most @param {number} seen */
const fits = (name, most, seen) => ({
  goal: `memory of ${name} at most ${most} MB`,
  seen: `${seen.toFixed(0)} MB`,
  met: seen <= most,
});

/** @param {import('../finding/quality.mjs').Quality[]} all @param {string} who */
function goalsOfQuality(all, who) {
  const reported = all.find((row) => row.half === 'reported' && row.who === who);
  if (!reported?.gate) return [];
  const { ranks, gate } = reported;
  return [
    atLeast(`${who}: recall@5`, GOALS.recallAt5, recall(ranks, 5)),
    atLeast(`${who}: recall@1`, GOALS.recallAt1, recall(ranks, 1)),
    atLeast(`${who}: misspelt recall@5`, GOALS.misspeltAt5, recall(ofKind(ranks, 'misspelt'), 5)),
    atLeast(`${who}: refused of the unanswerable`, GOALS.refused, gate.refused / gate.unanswerable),
    atLeast(`${who}: kept of the answerable`, GOALS.kept, gate.kept / gate.answerable),
  ];
}
