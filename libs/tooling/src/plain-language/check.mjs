import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { WORKSPACE } from '../run.mjs';
import { EXPRESSIONS } from './expressions.mjs';
import { proseOf } from './prose.mjs';

const LIMITS = path.join(WORKSPACE, 'libs/tooling/src/plain-language/limits.json');
const READ = /\.(tsx?|mjs|cjs|css|md|ya?ml|sh)$/;
// Prompts and test corpora are data; contracts are generated.
const NOT_READ = /(^|\/)(cases|prompts|contracts|questions)\/|openapi|\.d\.ts$|plain-language\//;

/** @returns {Record<string, number>} */
function countByFolder() {
  /** @type {Record<string, number>} */
  const counts = {};
  const files = execFileSync('git', ['ls-files'], { cwd: WORKSPACE, encoding: 'utf8' }).split('\n');
  for (const file of files.filter((name) => READ.test(name) && !NOT_READ.test(name))) {
    const where = path.join(WORKSPACE, file);
    if (!fs.existsSync(where)) continue;
    const prose = proseOf(file, fs.readFileSync(where, 'utf8'));
    const found = prose.flatMap((text) => EXPRESSIONS.flatMap((one) => text.match(one) ?? []));
    const folder = file.split('/').slice(0, 2).join('/');
    counts[folder] = (counts[folder] ?? 0) + found.length;
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/**
 * Compares the number of hard-to-read expressions per folder with limits.json. The numbers may only fall.
 * @param {{ isAccepting: boolean }} options whether to store lower numbers
 * @returns {number} exit code
 */
export function checkPlainLanguage({ isAccepting }) {
  const counts = countByFolder();
  /** @type {Record<string, number>} */
  const limits = JSON.parse(fs.readFileSync(LIMITS, 'utf8'));
  const exceeded = Object.entries(counts).filter(
    ([folder, count]) => count > (limits[folder] ?? 0),
  );
  for (const [folder, count] of exceeded)
    console.error(
      `${folder} has ${count} hard-to-read expressions, at most ${limits[folder] ?? 0} are allowed. See "Language" in deploy/docs/contributing.md.`,
    );
  if (exceeded.length > 0) return 1;
  if (isAccepting) fs.writeFileSync(LIMITS, `${JSON.stringify(counts, null, 2)}\n`);
  return 0;
}
