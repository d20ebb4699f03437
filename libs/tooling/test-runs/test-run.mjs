// Shared by `npm test` and `npm run test:long`: runs tools and jest and prints the summary.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../../..');
const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * Runs a tool of the workspace; it counts as one.
 * @param {string} name
 * @param {string} tool
 * @param {string[]} args
 * @returns whether it passed
 */
export async function check(name, tool, args) {
  const started = Date.now();
  const passed = (await run(tool, args, {})) === 0;
  count(name, passed, started);
  return passed;
}

/**
 * Runs jest without retries and counts every test.
 * @param {string} name
 * @param {string} kind as the preset reads it
 * @param {string[]} args
 */
export async function jest(name, kind, args) {
  const started = Date.now();
  const report = await runJest(name, kind, args);
  if (!report) return count(`${name} (no report)`, false, started);
  const suites = report.testResults;
  const tests = suites.flatMap((suite) => suite.assertionResults);
  const of = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const sum = { passed: of('passed'), failed: of('failed'), skipped: of('pending', 'todo') };
  for (const part of Object.keys(total)) total[part] += sum[part];
  const without = tests.filter(({ status }) => status === 'pending');
  for (const title of new Set(without.map(({ ancestorTitles }) => ancestorTitles.join(' › '))))
    console.log(`skipped: ${title}`);
  const failed = suites.filter(({ status }) => status === 'failed');
  // A suite that fails to load or to clean up reports no failed test; a leak has a separate exit code.
  const unsaid = failed.filter((suite) => !suite.assertionResults.some(hasFailed)).length;
  const leaked = report.code !== 0 && failed.length === 0;
  for (let left = unsaid + (leaked ? 1 : 0); left > 0; left -= 1)
    count(`${name} (${leaked ? 'the run itself' : 'a suite outside its tests'})`, false, started);
  for (const { name: file } of failed) console.log(`failed: ${path.relative(ROOT, file)}`);
  for (const { name: file, startTime, endTime } of slowest(suites))
    console.log(`${((endTime - startTime) / 1000).toFixed(0)} s: ${path.relative(ROOT, file)}`);
  console.log(`— ${name}: ${sum.passed} passed, ${sum.failed} failed, ${seconds(started)}`);
}

const LISTED_AS_SLOW = 10;

/** @param {{ name: string, startTime: number, endTime: number }[]} suites */
const slowest = (suites) =>
  [...suites]
    .sort((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
    .slice(0, LISTED_AS_SLOW);

/** @param {{ status: string }} test */
const hasFailed = ({ status }) => status === 'failed';

/** @returns {Promise<any>} jest's report with its exit code; undefined when there is none */
async function runJest(name, kind, args) {
  const report = path.join(os.tmpdir(), `tomekeeper-jest-${process.pid}-${name}.json`);
  const code = await run('jest', ['--json', `--outputFile=${report}`, ...args], {
    TEST_KIND: kind,
  });
  try {
    return { code, ...JSON.parse(fs.readFileSync(report, 'utf8')) };
  } catch {
    return undefined;
  } finally {
    fs.rmSync(report, { force: true });
  }
}

/** Prints the sum, and lets the process end accordingly. */
export function printSum() {
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/**
 * Splits the arguments into known names and options for jest.
 * @param {string} what a stage, a test
 * @param {readonly string[]} known
 * @returns {[string[], string[]]}
 */
export function chosen(what, known) {
  const given = process.argv.slice(2);
  const end = given.findIndex((argument) => argument.startsWith('-'));
  const [wanted, rest] = end === -1 ? [given, []] : [given.slice(0, end), given.slice(end)];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ${what} '${unknown.join("', '")}'. Known: ${known.join(', ')}.`);
    process.exit(2);
  }
  return [wanted.length === 0 ? [...known] : wanted, rest];
}

function count(name, passed, started) {
  total[passed ? 'passed' : 'failed'] += 1;
  console.log(`— ${name}: ${passed ? 'passed' : 'FAILED'}, ${seconds(started)}`);
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

function run(tool, args, env) {
  return new Promise((resolve) => {
    const child = spawn(path.join(ROOT, 'node_modules/.bin', tool), args, {
      cwd: ROOT,
      // jest's JSON also goes to standard output; results are read from the report file.
      stdio: ['ignore', args.includes('--json') ? 'ignore' : 'inherit', 'inherit'],
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', ...env },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}
