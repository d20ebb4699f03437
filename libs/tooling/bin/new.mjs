#!/usr/bin/env node
// `npm run new -- remote|service <name>`, `npm run new -- feature <remote> <name>`: a new part with the anatomy
// of the others, wired and tested; see deploy/docs/generators.md.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refused } from '../generators/names.mjs';
import { featurePlan, remotePlan, servicePlan } from '../generators/plans.mjs';
import { formatted, write } from '../generators/write.mjs';

const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../../..');
const USAGE = `Usage: npm run new -- remote <name>
       npm run new -- service <name>
       npm run new -- feature <remote> <name>`;
/** Generators with their number of arguments. */
const KINDS = { remote: [remotePlan, 1], service: [servicePlan, 1], feature: [featurePlan, 2] };

try {
  const [kind, ...words] = process.argv.slice(2);
  if (!Object.hasOwn(KINDS, kind ?? '')) throw new Refused(USAGE);
  const [plan, most] = KINDS[kind];
  if (words.length > most) throw new Refused(`Too many words.\n${USAGE}`);
  const { created, changed, next } = plan(ROOT, words);
  const [newFiles, newTexts] = [await formatted(created), await formatted(changed)];
  write(ROOT, newFiles, newTexts);
  for (const file of newFiles.keys()) console.log(`+ ${file}`);
  for (const file of newTexts.keys()) console.log(`~ ${file}`);
  console.log(`\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
