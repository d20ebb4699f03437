#!/usr/bin/env node
// `tk <command>` inside a project: the one way to build, check and lint it.
import path from 'node:path';
import { buildNode } from '../src/build-node.mjs';
import { run } from '../src/run.mjs';
import { projectKind } from '../src/project-kind.mjs';

const project = process.cwd();
const [command, ...rest] = process.argv.slice(2);

/** @type {Record<string, () => Promise<number>>} */
const commands = {
  async build() {
    if (projectKind(project) === 'node') return buildNode(project);
    const { buildWeb } = await import('../src/build-web.mjs');
    return buildWeb(project, { watch: rest.includes('--watch') });
  },
  // TypeScript 7 checks many times faster; TypeScript 6 stays for the tools that need its API.
  typecheck: () => run('typescript-native', 'tsc', ['-p', 'tsconfig.json', ...rest], project),
  lint: () => run('eslint', 'eslint', ['.', '--max-warnings=0', ...rest], project),
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
