import { execFileSync } from 'node:child_process';
import { WORKSPACE } from '@tomekeeper/installation';

const NO_TESTS = [
  ':(exclude)*spec.ts',
  ':(exclude)*spec.tsx',
  ':(exclude)*.md',
  ':(exclude)*/test/*',
];
const FRONT_END = [
  'apps',
  'libs/web',
  'libs/contracts',
  'libs/markdown',
  'libs/visibility',
  ':(exclude)apps/web-e2e',
];
const SERVICES = ['services', 'libs/server', 'libs/contracts', 'libs/markdown', 'libs/visibility'];

const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: WORKSPACE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/**
 * The commit to cross this checkout with: `PREVIOUS`, or the newest one in which both the front end and
 * the services were others than now. @returns undefined where the history does not reach so far
 */
export function previousCommit(): string | undefined {
  try {
    const given = process.env['PREVIOUS'];
    if (given) return git('rev-parse', '--verify', `${given}^{commit}`);
    return git('merge-base', beforeChangeOf(FRONT_END), beforeChangeOf(SERVICES));
  } catch {
    return undefined;
  }
}

function beforeChangeOf(paths: readonly string[]): string {
  const last = git('log', '-1', '--format=%H', '--', ...paths, ...NO_TESTS);
  return git('rev-parse', '--verify', `${last}~1`);
}

export const titleOf = (commit: string): string => git('log', '-1', '--format=%h (%s)', commit);

/** All files of a commit, as a tar archive. */
export const archiveOf = (commit: string): Buffer =>
  execFileSync('git', ['archive', commit], { cwd: WORKSPACE, maxBuffer: 512 * 1024 * 1024 });
