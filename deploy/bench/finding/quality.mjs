import { byDefault, byRank } from './plain-search.mjs';
import { allQuestions } from './questions.mjs';
import { answerTo, search } from './search-place.mjs';

/** @typedef {{ kind: string, at: number }} Rank the place of the answer among the hits; 0 is none */
/** @typedef {{ kept: number, answerable: number, refused: number, unanswerable: number }} Gate */
/** @typedef {{ half: string, who: string, ranks: Rank[], gate?: Gate }} Quality */

/**
 * How well the questions of each half are answered by the service as it runs.
 * @param {import('./search-place.mjs').Place} place @param {import('pg').Pool} database @param {string} who
 * @returns {Promise<Quality[]>}
 */
export async function measuredQuality(place, database, who) {
  const textOf = await textsOf(place, database);
  const all = [];
  for (const { half, questions } of await allQuestions()) {
    /** @type {Rank[]} */
    const ranks = [];
    const gate = { kept: 0, answerable: 0, refused: 0, unanswerable: 0 };
    for (const { kind, question, answer } of questions) {
      const isKept = (await answerTo(place, question)).answer !== null;
      if (answer === undefined) {
        gate.unanswerable += 1;
        gate.refused += isKept ? 0 : 1;
        continue;
      }
      gate.answerable += 1;
      gate.kept += isKept ? 1 : 0;
      const { hits } = await search(place, question);
      ranks.push(
        rankIn(
          hits.map(({ passage }) => textOf.get(passage)),
          kind,
          answer,
        ),
      );
    }
    all.push({ half, who, ranks, gate });
  }
  return all;
}

/**
 * Quality of PostgreSQL's ranking for the same questions.
 * @param {import('./search-place.mjs').Place} place
 * @param {import('pg').Pool} database
 * @returns {Promise<Quality[]>}
 */
export async function plainQuality({ campaign }, database) {
  const all = [];
  for (const { half, questions } of await allQuestions())
    for (const [who, find] of /** @type {const} */ ([
      ['PostgreSQL, all words', byDefault],
      ['PostgreSQL, any word', byRank],
    ])) {
      /** @type {Rank[]} */
      const ranks = [];
      for (const { kind, question, answer } of questions)
        if (answer !== undefined)
          ranks.push(rankIn(await find(database, campaign, question), kind, answer));
      all.push({ half, who, ranks });
    }
  return all;
}

/** @param {{ campaign: string }} place @param {import('pg').Pool} database @returns {Promise<Map<string | undefined, string>>} */
async function textsOf({ campaign }, database) {
  const { rows } = await database.query(
    'SELECT passage_id AS id, text FROM player_passage WHERE campaign_id = $1',
    [campaign],
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** @param {(string | undefined)[]} found @param {string} kind @param {string} answer @returns {Rank} */
const rankIn = (found, kind, answer) => ({
  kind,
  at: found.findIndex((text) => text?.includes(answer)) + 1,
});

/** Part of the questions whose answer is among the first. @param {Rank[]} ranks @param {number} most */
export const recall = (ranks, most) =>
  ranks.filter(({ at }) => at > 0 && at <= most).length / ranks.length;

const meanReciprocal = (/** @type {Rank[]} */ ranks) =>
  ranks.reduce((sum, { at }) => sum + (at > 0 ? 1 / at : 0), 0) / ranks.length;

export const ofKind = (/** @type {Rank[]} */ ranks, /** @type {string} */ kind) =>
  ranks.filter((one) => one.kind === kind);

export const shown = (/** @type {number} */ value) => value.toFixed(2);

/** @param {Quality[]} all */
export const qualityTable = (all) => [
  '| Half | By | @1 | @5 | @10 | MRR | exact @5 | paraphrase @5 | misspelt @5 | refused | kept |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...all.map(({ half, who, ranks, gate }) => {
    const kinds = ['exact', 'paraphrase', 'misspelt'].map((kind) => recall(ofKind(ranks, kind), 5));
    const figures = [recall(ranks, 1), recall(ranks, 5), recall(ranks, 10), meanReciprocal(ranks)];
    const kept = gate
      ? [gate.refused / gate.unanswerable, gate.kept / gate.answerable].map(shown)
      : ['', ''];
    return `| ${half} | ${who} | ${[...[...figures, ...kinds].map(shown), ...kept].join(' | ')} |`;
  }),
];
