import { setTimeout as pause } from 'node:timers/promises';
import { sized } from '../figures.mjs';
import { madeQuestions } from './made-library.mjs';
import { byTwoStages } from './plain-search.mjs';
import { search } from './search-place.mjs';

const QUESTIONS = sized(150, 5);
const WARM_UP = sized(20, 1);
const AT_ONCE_MS = sized(15_000, 200);
const SAVED = sized(20, 1);
export const AT_ONCE = 16;

/** @typedef {{ ms: number[], semantic: number }} Turns milliseconds of each question, and how many had semantic matches too */

/**
 * Times questions one after the other.
 * @param {import('./search-place.mjs').Place} place
 * @returns {Promise<Turns>}
 */
export async function measuredTurns(place) {
  /** @type {Turns} */
  const seen = { ms: [], semantic: 0 };
  for (const [at, question] of madeQuestions(QUESTIONS + WARM_UP).entries()) {
    const began = performance.now();
    const { mode } = await search(place, question, 20);
    if (at < WARM_UP) continue;
    seen.ms.push(performance.now() - began);
    if (mode === 'full') seen.semantic += 1;
  }
  return seen;
}

/**
 * Questions a second on many connections, ours and then plain SQL.
 * @param {import('./search-place.mjs').Place} place @param {import('pg').Pool} database
 */
export async function measuredAtOnce(place, database) {
  const questions = madeQuestions(QUESTIONS);
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
  const ours = await manyAtOnce((question) => search(place, question, 20));
  const twoStages = await manyAtOnce((question) => byTwoStages(database, place.campaign, question));
  return { ours, twoStages };
}

/**
 * Time from the response to a save until a search returns the saved text.
 * @param {{ campaign: string, call: (method: string, path: string, body: object) => Promise<unknown> }}
 * master
 * @param {import('./search-place.mjs').Place} place
 */
export async function measuredSaving(master, place) {
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
    while ((await search(place, word)).hits.length === 0) await pause(20);
    ms.push(performance.now() - saved);
  }
  return ms;
}
