import fs from 'node:fs/promises';
import path from 'node:path';
import { sized } from '../figures.mjs';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

const QUESTIONS = path.join(WORKSPACE, 'services/search/test/questions');
const TEXTS = path.join(WORKSPACE, 'deploy/launcher/src/demo/files/large');

/** @typedef {{ kind: 'exact' | 'paraphrase' | 'misspelt' | 'unanswerable', question: string, answer?: string }} Question */

/** @returns {Promise<{ half: string, questions: Question[] }[]>} */
export const allQuestions = () =>
  Promise.all(
    ['tuned', 'reported'].map(async (half) => {
      const all = JSON.parse(await fs.readFile(path.join(QUESTIONS, `${half}.json`), 'utf8'));
      return { half, questions: sized(all, all.slice(0, 5)) };
    }),
  );

/**
 * Texts that the questions are about.
 * @returns {Promise<{ name: string, text: Buffer }[]>}
 */
export const askedTexts = async () => {
  const all = await markdownIn(TEXTS, 'Asked: ');
  return sized(all, all.slice(0, 3));
};

/** @param {string} folder @param {string} prefix */
async function markdownIn(folder, prefix) {
  const names = (await fs.readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.md'),
  );
  const read = await Promise.all(
    names.sort().map(async (name) => ({
      name: prefix + path.basename(name),
      text: await fs.readFile(path.join(folder, name)),
    })),
  );
  return read.filter(({ text }) => text.length > 0);
}
