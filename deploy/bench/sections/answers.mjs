import { atLeast, cleaningUp, goalTable, middle } from '../figures.mjs';
import { shown } from '../finding/quality.mjs';
import { allQuestions, askedTexts } from '../finding/questions.mjs';
import { answerTo, searchOf, untilFollowed } from '../finding/search-place.mjs';
import { gameMaster } from '../game-master.mjs';
import { p95 } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { startProduct } from '../running-product.mjs';

const GOALS = { refused: 0.85, kept: 0.8, supported: 1 };

/** @typedef {{ answer?: string, told: Awaited<ReturnType<typeof answerTo>>, ms: number }} Told */

/**
 * Quality of a language model's answers to the test half of the questions, which were not used for tuning.
 * @returns {Promise<string | undefined>} undefined if `LLM_BASE_URL` is not set
 */
export const measure = async () => {
  if (!process.env['LLM_BASE_URL']) {
    console.log('Answers are skipped: LLM_BASE_URL and LLM_MODEL name no language model.');
    return undefined;
  }
  return cleaningUp(async (atEnd) => {
    const product = await startProduct({
      NODE_ENV: 'production',
      LLM_ASKS_PER_HOUR: '1000000',
      LLM_TOKENS_PER_CAMPAIGN_DAY: '1000000000',
      LLM_TOKENS_PER_DAY: '1000000000',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const { database, origin } = await searchOf(product, 2);
    atEnd(() => database.end());
    const { token } = await signedIn(product);
    const master = await gameMaster(product, token);
    for (const { name, text } of await askedTexts()) await master.uploadFile(name, text);
    await master.untilRead(1000);
    await untilFollowed(product, master);
    const questions = (await allQuestions()).find(({ half }) => half === 'reported')?.questions;
    /** @type {Told[]} */
    const all = [];
    for (const { question, answer } of questions ?? []) {
      const began = performance.now();
      const told = await answerTo({ origin, token, campaign: master.campaign }, question);
      all.push({ ...(answer !== undefined && { answer }), told, ms: performance.now() - began });
    }
    const { rows } = await database.query(
      'SELECT passage_id AS id, text FROM player_passage WHERE campaign_id = $1',
      [master.campaign],
    );
    return report(all, new Map(rows.map(({ id, text }) => [id, text])));
  });
};

/** @param {Told[]} all @param {Map<string, string>} textOf */
function report(all, textOf) {
  const written = all.filter(({ told }) => told.written_by !== 'extract');
  const failed = all.filter(({ told }) => told.instead_because);
  const parts = written.flatMap(({ told }) => told.answer ?? []);
  const share = (/** @type {unknown[]} */ some, /** @type {unknown[]} */ of) =>
    some.length / Math.max(of.length, 1);
  const unanswerable = all.filter(({ answer }) => answer === undefined);
  const answerable = all.filter(({ answer }) => answer !== undefined);
  const kept = answerable.filter(({ told }) => told.answer);
  const hits = kept.filter(({ answer = '', told }) =>
    told.answer?.some(({ citations }) =>
      citations.some(({ passage }) => textOf.get(passage)?.includes(answer)),
    ),
  );
  const citations = parts.flatMap((part) => part.citations);
  const figures = {
    refused: share(
      unanswerable.filter(({ told }) => !told.answer),
      unanswerable,
    ),
    kept: share(kept, answerable),
    resolve: share(
      citations.filter(({ passage, end }) => end <= (textOf.get(passage)?.length ?? -1)),
      citations,
    ),
  };
  const causes = [...new Set(failed.map(({ told }) => told.instead_because?.code))];
  const ms = written.map((one) => one.ms);
  return [
    '## Answers',
    '',
    `${all.length} questions put to ${written[0]?.told.written_by ?? 'a model that wrote nothing'}: ${written.length} answers written by it, ${failed.length} in its stead (${causes.join(', ') || 'none'}).`,
    `Of its ${parts.length} sentences ${shown(
      share(
        parts.filter((part) => part.is_unsupported),
        parts,
      ),
    )} are marked unsupported; ${shown(share(hits, kept))} of the answers cite a passage that holds what was asked for.`,
    `An answer took ${middle(ms).toFixed(0)} ms, p95 ${p95(ms).toFixed(0)} ms.`,
    '',
    ...goalTable([
      atLeast(
        `refused of the unanswerable at least ${GOALS.refused}`,
        GOALS.refused,
        figures.refused,
      ),
      atLeast(`kept of the answerable at least ${GOALS.kept}`, GOALS.kept, figures.kept),
      atLeast('every citation resolves', GOALS.supported, figures.resolve),
    ]),
  ].join('\n');
}
