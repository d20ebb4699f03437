#!/usr/bin/env node
// `npm run test:long`: runs the tests that are too slow for every run, sequentially, with a summary at the
// end.
// `npm run test:long -- storm` runs one test; options are passed to jest, except `--write`, which saves the
// results of the kill matrix in deploy/docs.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled } from '../bootstrap/bootstrap.mjs';
import { LONG_JOURNEYS } from '../test-runs/browser-specs.mjs';
import { REPORTED, writeReport } from '../test-runs/reports.mjs';
import { chosen, jest, printSum } from '../test-runs/test-run.mjs';

/** The project and the specs of each long test; their kind, where they share one product. */
const TESTS = {
  journeys: ['apps/web-e2e', LONG_JOURNEYS, 'browser'],
  storm: ['services/mailing', '(storm|dying-worker).long-spec'],
  guesses: ['services/identity', 'code-guesses.long-spec'],
  clients: ['services/identity', '(sdk|identity-js|managed-pool).long-spec'],
  store: ['deploy/object-store', 'clients.long-spec'],
  queues: ['libs/testing', '(queues-on-redis|schedule-repair).long-spec'],
  postgres: ['deploy/launcher', 'postgres.long-spec'],
  backup: ['deploy/backup', 'backup.long-spec'],
  reading: ['services/document', 'reading-killed.long-spec'],
  model: ['services/search', 'real-model.long-spec'],
  malformed: ['services/identity', 'hostile-requests.long-spec'],
  spoilers: ['services/document', 'test/spoilers/.*long-spec'],
  editor: ['apps/web-e2e', 'src/editor/.*long-spec'],
  corpora: ['libs/server/text-extraction', 'corpora.long-spec'],
  questions: ['services/search', 'questions.long-spec'],
  books: ['services/search', 'other-books.long-spec'],
  secrets: ['services/search', 'test/differential/.*long-spec'],
  files: ['services/document', 'hostile-files.long-spec'],
  kills: ['deploy/tests', 'kill-matrix.long-spec'],
  hides: ['deploy/tests', 'hides.long-spec'],
  evening: ['deploy/tests', 'evening.long-spec'],
  failures: ['deploy/tests', 'failures/.*long-spec'],
  rolling: ['deploy/tests', 'rolling.long-spec'],
  flood: ['deploy/tests', 'flood.long-spec'],
  generators: ['libs/tooling', 'generators.long-spec'],
  restore: ['deploy/tests', 'restore.long-spec'],
  containers: ['deploy/tests', 'containers.long-spec'],
  traces: ['apps/web-e2e', 'traces.long-spec'],
  ship: ['deploy/shipping', 'long-spec'],
  manifests: ['deploy/tests', 'kustomize.long-spec'],
  bench: ['deploy/tests', 'bench.long-spec'],
  fresh: ['deploy/tests', 'fresh/.*long-spec'],
  parts: ['apps/web-e2e', 'src/parts/.*long-spec'],
};

const [wanted, options] = chosen('long test', Object.keys(TESTS));
const jestArguments = options.filter((option) => option !== '--write');
const found = path.join(os.tmpdir(), `tomekeeper-found-${process.pid}.md`);
if (options.includes('--write')) process.env.REPORT = found;
await ensureInstalled();
await ensureBuilt();
for (const name of wanted) {
  const [project, spec, kind = 'long'] = TESTS[name];
  const which = ['--projects', project, '--testPathPatterns', spec, '--runInBand'];
  await jest(name, kind, [...which, ...jestArguments]);
  if (!fs.existsSync(found)) continue;
  if (REPORTED.includes(name)) await writeReport(name, fs.readFileSync(found, 'utf8'));
  fs.rmSync(found);
}
printSum();
