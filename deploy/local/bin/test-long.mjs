#!/usr/bin/env node
// `npm run test:long`: what takes too long for every run, one test after the other, one sum at the end.
// `npm run test:long -- storm` runs a single one; what follows `--` goes to jest.
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { chosen, jest, printSum } from './test-run.mjs';

/** The project and the spec of each long test. */
const TESTS = {
  storm: ['services/mailing', 'storm.long-spec'],
  guesses: ['services/identity', 'code-guesses.long-spec'],
  kills: ['deploy/local', 'kill-matrix.long-spec'],
};

const [wanted, jestArguments] = chosen('long test', Object.keys(TESTS));
await ensureInstalled();
await ensureBuilt();
for (const name of wanted) {
  const [project, spec] = TESTS[name];
  const which = ['--projects', project, '--testPathPatterns', spec, '--runInBand'];
  await jest(name, 'long', [...which, ...jestArguments]);
}
printSum();
