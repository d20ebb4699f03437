import fs from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

const QUESTIONS = path.join(WORKSPACE, 'services/search/test/questions');
const TEXTS = path.join(WORKSPACE, 'deploy/launcher/src/demo/files/large');

/** @typedef {{ kind: 'exact' | 'paraphrase' | 'misspelt' | 'unanswerable', question: string, answer?: string }} Question */

/** @returns {Promise<{ half: string, questions: Question[] }[]>} */
export const allQuestions = () =>
  Promise.all(
    ['tuned', 'reported'].map(async (half) => ({
      half,
      questions: JSON.parse(await fs.readFile(path.join(QUESTIONS, `${half}.json`), 'utf8')),
    })),
  );

/** What is asked about. @returns {Promise<{ name: string, text: Buffer }[]>} */
export const askedTexts = () => markdownIn(TEXTS, 'Asked: ');

/** Other books, where somebody names a folder of them. @returns {Promise<{ name: string, text: Buffer }[]>} */
export const otherTexts = async () =>
  process.env['OPEN_TEXTS'] ? markdownIn(process.env['OPEN_TEXTS'], '') : [];

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
