#!/usr/bin/env node
// `npm test`: all checks and tests on temporary instances, with a summary at the end. `npm test -- unit`
// (static, unit, integration, browser) runs single stages; arguments after `--` are passed to
// jest.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, noteAllBuilt } from '../bootstrap/bootstrap.mjs';
import { ownPackages } from '../bootstrap/own-packages.mjs';
import { CHECKS } from '../src/run.mjs';
import { LONG_JOURNEYS } from '../test-runs/browser-specs.mjs';
import { check, chosen, jest, printSum, ROOT } from '../test-runs/test-run.mjs';

/** Static checks, each counted as one; those of a group run side by side. */
const STATIC = [
  [
    ['format', 'oxfmt', ['--list-different']],
    ['lint and types', 'oxlint', []],
  ],
  [
    ['plain language', 'tk', ['plain-language']],
    ['dead code', 'tk', ['dead-code']],
    ['build', 'nx', ['run-many', '-t', 'build', '--outputStyle=static']],
  ],
];

/**
 * Stages of jest: which projects, and the kind that the preset reads. Lanes run side by side, the stages of a lane one
 * after the other: browser tests wait much of the time for the one product that those of a stage share, and leave the
 * machine to the other lane. More lanes than these win nothing on two cores, and make every test slower.
 */
const LANES = [
  {
    integration: {
      kind: 'integration',
      projects: projectsWithJest(({ folder }) => holdsSpecs(folder, /\.int-spec\.ts$/)),
      // Worker processes restart before they run out of memory.
      workers: ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'],
    },
    unit: {
      kind: 'unit',
      projects: projectsWithJest(({ name }) => name !== 'web-e2e'),
      workers: ['--maxWorkers=2'],
    },
  },
  {
    browser: {
      kind: 'browser',
      projects: projectsWithJest(({ name }) => name === 'web-e2e'),
      workers: ['--maxWorkers=1', `--testPathIgnorePatterns=${LONG_JOURNEYS}`],
    },
  },
];
const STAGES = ['static', ...LANES.flatMap((lane) => Object.keys(lane))];

async function main() {
  const [stages, jestArguments] = chosen('stage', STAGES);
  await ensureInstalled();
  await ownPackages(CHECKS);
  // Single stages test the existing build; the static stage builds as one of its checks.
  if (!stages.includes('static')) await ensureBuilt();
  if (stages.includes('static')) {
    const passed = new Map();
    for (const group of STATIC)
      await Promise.all(
        group.map(async ([name, ...rest]) => passed.set(name, await check(name, ...rest))),
      );
    // Otherwise the first program that a test starts would build it all again, under the feet of the others.
    if (passed.get('build')) noteAllBuilt();
  }
  const lane = async (stagesOfLane) => {
    for (const [stage, { kind, projects, workers }] of Object.entries(stagesOfLane))
      if (stages.includes(stage))
        await jest(stage, kind, ['--projects', ...projects, ...workers, ...jestArguments]);
  };
  await Promise.all(LANES.map(lane));
  printSum();
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
