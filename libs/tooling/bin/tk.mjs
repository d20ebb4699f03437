#!/usr/bin/env node
// `tk <command>` inside a project: the one way to build, check and lint it. `tk typecheck` in the folder of
// the workspace checks all projects.
import path from 'node:path';
import { buildNode } from '../src/build-node.mjs';
import { projectKind } from '../src/project-kind.mjs';
import { ownPackages } from '../bootstrap/own-packages.mjs';
import { CHECKS, run, WORKSPACE } from '../src/run.mjs';
import { typecheck, typecheckWhole } from '../src/typecheck.mjs';

const project = process.cwd();
const [command, ...rest] = process.argv.slice(2);

/** @type {Record<string, () => Promise<number>>} */
const commands = {
  async build() {
    if (projectKind(project) === 'node') return buildNode(project);
    const { buildWeb } = await import('../src/build-web.mjs');
    return buildWeb(project, { watch: rest.includes('--watch') });
  },
  typecheck: () => (project === WORKSPACE ? typecheckWhole(rest) : typecheck(project, rest)),
  'dead-code': async () =>
    run('knip', 'knip', ['--no-progress', ...rest], project, await ownPackages(CHECKS)),
  'plain-language': async () => {
    const { checkPlainLanguage } = await import('../src/plain-language/check.mjs');
    return checkPlainLanguage({ isAccepting: rest.includes('--accept') });
  },
  lint: () => run('oxlint', 'oxlint', [project, ...rest], WORKSPACE),
};

const chosen = commands[command ?? ''];
if (!chosen) {
  console.error(
    `tk: unknown command '${command ?? ''}'. Known: ${Object.keys(commands).join(', ')}.`,
  );
  process.exit(2);
}
chosen().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`tk ${command} in ${path.basename(project)}: ${error.stack ?? error}`);
    process.exit(1);
  },
);
