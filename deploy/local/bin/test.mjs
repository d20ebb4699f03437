#!/usr/bin/env node
// `npm test`: everything that must hold, on throw-away instances, with one true sum at the end.
// `npm test -- unit` (static, unit, integration, browser) runs single stages; what follows `--` goes
// to jest.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './bootstrap.mjs';

const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../../..');
/** Where browser code is; linted by a process of its own, since it shares no types with the rest. */
const WEB = ['apps', 'libs/web'];
const total = { passed: 0, failed: 0, skipped: 0 };

/** Static checks, each counted as one; those of a group run side by side. */
const STATIC = [
  [['format', 'prettier', ['--check', '--log-level', 'warn', '.']]],
  [
    ['lint of the browser', 'eslint', wholeLint(WEB)],
    ['lint of the rest', 'eslint', wholeLint(['.', ...WEB.flatMap(notIn)])],
  ],
  [['typecheck', 'nx', ['run-many', '-t', 'typecheck', '--outputStyle=static']]],
  [['build', 'nx', ['run-many', '-t', 'build', '--outputStyle=static']]],
];

/** Browser tests share one product, and leave the other cores to it. */
const WORKERS = {
  unit: ['--maxWorkers=100%'],
  integration: ['--maxWorkers=100%'],
  browser: ['--maxWorkers=1'],
};

/** Stages of jest: which projects, and the kind that the preset reads. */
const JEST = {
  unit: { kind: 'unit', projects: projectsWithJest(({ name }) => name !== 'web-e2e') },
  integration: {
    kind: 'integration',
    projects: projectsWithJest(({ folder }) => holdsSpecs(folder, /\.int-spec\.ts$/)),
  },
  browser: { kind: 'browser', projects: projectsWithJest(({ name }) => name === 'web-e2e') },
};

async function main() {
  const [wanted, jestArguments] = splitArguments(process.argv.slice(2));
  ensureSupported(wanted);
  await ensureInstalled();
  const runs = (stage) => wanted.length === 0 || wanted.includes(stage);
  if (runs('static'))
    for (const group of STATIC) await Promise.all(group.map((check) => staticCheck(...check)));
  for (const [stage, { kind, projects }] of Object.entries(JEST))
    if (runs(stage)) await jest(stage, kind, projects, jestArguments);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function splitArguments(given) {
  const end = given.findIndex((argument) => argument.startsWith('-'));
  return end === -1 ? [given, []] : [given.slice(0, end), given.slice(end)];
}

function ensureSupported(wanted) {
  const known = ['static', ...Object.keys(JEST)];
  const unknown = wanted.filter((stage) => !known.includes(stage));
  if (unknown.length === 0) return;
  console.error(`There is no stage '${unknown.join("', '")}'. Stages: ${known.join(', ')}.`);
  process.exit(2);
}

/** One program for many projects: see whole-workspace.config.mjs. `tk lint` lints a single project. */
function wholeLint(where) {
  const config = 'libs/tooling/eslint/whole-workspace.config.mjs';
  return ['--config', config, '--max-warnings=0', ...where];
}

function notIn(folder) {
  return ['--ignore-pattern', `${folder}/**`];
}

async function staticCheck(name, tool, args) {
  const started = Date.now();
  const code = await run(path.join(ROOT, 'node_modules/.bin', tool), args, {});
  count(name, code === 0, started);
}

async function jest(stage, kind, projects, extra) {
  if (projects.length === 0) return;
  const report = path.join(os.tmpdir(), `tomekeeper-jest-${process.pid}-${stage}.json`);
  const started = Date.now();
  const code = await run(
    path.join(ROOT, 'node_modules/.bin/jest'),
    ['--projects', ...projects, '--json', `--outputFile=${report}`, ...WORKERS[stage], ...extra],
    { TEST_KIND: kind },
  );
  let result;
  try {
    result = JSON.parse(fs.readFileSync(report, 'utf8'));
    fs.rmSync(report);
  } catch {
    count(`${stage} (no report)`, false, started);
    return;
  }
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests;
  total.skipped += result.numPendingTests + result.numTodoTests;
  // A suite that does not even load has no tests to count, and a leak ends with a code of its own.
  const untold = result.numRuntimeErrorTestSuites || (code !== 0 && result.numFailedTests === 0);
  if (untold) count(`${stage} (suites that did not run)`, false, started);
  console.log(
    `— ${stage}: ${result.numPassedTests} passed, ${result.numFailedTests} failed, ${seconds(started)}`,
  );
}

function count(name, passed, started) {
  total[passed ? 'passed' : 'failed'] += 1;
  console.log(`— ${name}: ${passed ? 'passed' : 'FAILED'}, ${seconds(started)}`);
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      // jest's JSON also goes to standard output; the report file is what is read.
      stdio: ['ignore', args.includes('--json') ? 'ignore' : 'inherit', 'inherit'],
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', ...env },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function projectsWithJest(wanted) {
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) =>
      pattern.endsWith('/*')
        ? fs
            .readdirSync(path.join(ROOT, pattern.slice(0, -2)))
            .map((name) => path.join(pattern.slice(0, -2), name))
        : [pattern],
    )
    .map((relative) => ({ folder: path.join(ROOT, relative), name: path.basename(relative) }))
    .filter(({ folder }) => fs.existsSync(path.join(folder, 'jest.config.cjs')))
    .filter(wanted)
    .map(({ folder }) => folder);
}

function holdsSpecs(folder, pattern) {
  return ['src', 'test'].some((part) => {
    const inside = path.join(folder, part);
    return (
      fs.existsSync(inside) &&
      fs.readdirSync(inside, { recursive: true }).some((file) => pattern.test(String(file)))
    );
  });
}

await main();
