#!/usr/bin/env node
// `npm run bench`: measurements, never a test. Each section compares the product with a simple baseline in
// the same run, because ratios can be compared between machines and days, but times can't. `npm run bench --
// landing-page` runs one section; `--write` saves its results in deploy/docs and keeps the other sections.
import fs from 'node:fs';
import path from 'node:path';
import { withSections } from '../report-page.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  WORKSPACE,
} from '../../../libs/tooling/bootstrap/bootstrap.mjs';

const SECTIONS = path.join(WORKSPACE, 'deploy/bench/sections');
const REPORT = path.join(WORKSPACE, 'deploy/docs/benchmarks.md');

const given = process.argv.slice(2);
const known = fs.readdirSync(SECTIONS).map((file) => path.basename(file, '.mjs'));
const wanted = given.filter((name) => name !== '--write');
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no section '${unknown.join("', '")}'. Sections: ${known.join(', ')}.`);
  process.exit(2);
}

await ensureInstalled();
await ensureBuilt();

const parts = [];
for (const name of wanted.length > 0 ? wanted : known) {
  const { measure } = await import(path.join(SECTIONS, `${name}.mjs`));
  const markdown = await measure();
  // The section's settings are missing.
  if (markdown === undefined) continue;
  parts.push(markdown);
  console.log(`\n${markdown}`);
}
if (given.includes('--write')) {
  const page = fs.existsSync(REPORT) ? fs.readFileSync(REPORT, 'utf8') : '';
  // Not before all is installed.
  const { formatText } = await import('../../../libs/tooling/src/format-text.mjs');
  fs.writeFileSync(REPORT, await formatText(REPORT, withSections(page, parts)));
  console.log(`\nWritten to ${path.relative(process.cwd(), REPORT)}.`);
}
