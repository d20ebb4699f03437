#!/usr/bin/env node
// `npm run test:long`: runs the tests that are too slow for every run, sequentially, with a summary at the
// end.
// `npm run test:long -- storm` runs one test; options are passed to jest, except `--write`, which saves the
// results of the kill matrix in deploy/docs.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled } from '../bootstrap/bootstrap.mjs';
import { LONG_TESTS } from '../test-runs/long-tests.mjs';
import { REPORTED, writeReport } from '../test-runs/reports.mjs';
import { chosen, jest, printSum } from '../test-runs/test-run.mjs';

const [wanted, options] = chosen('long test', Object.keys(LONG_TESTS));
const jestArguments = options.filter((option) => option !== '--write');
const found = path.join(os.tmpdir(), `tomekeeper-found-${process.pid}.md`);
if (options.includes('--write')) process.env.REPORT = found;
await ensureInstalled();
await ensureBuilt();
for (const name of wanted) {
  const [project, spec, kind = 'long'] = LONG_TESTS[name];
  const which = ['--projects', project, '--testPathPatterns', spec, '--runInBand'];
  await jest(name, kind, [...which, ...jestArguments]);
  if (!fs.existsSync(found)) continue;
  if (REPORTED.includes(name)) await writeReport(name, fs.readFileSync(found, 'utf8'));
  fs.rmSync(found);
}
printSum();
