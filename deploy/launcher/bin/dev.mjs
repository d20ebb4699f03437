#!/usr/bin/env node
// `npm run dev`: the whole product, rebuilt and restarted where it changes. `npm run dev -- campaigns` shows
// one remote as its source is now in a running product, `npm run dev -- service campaign` runs one service so.
import { createRequire } from 'node:module';
import { ensureBuilt, ensureInstalled } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

const given = process.argv.slice(2);
if (given.length === 0 || given[0]?.startsWith('-')) {
  process.argv.splice(2, given.length, '--dev', ...given);
  await import('./start.mjs');
} else {
  await ensureInstalled();
  await ensureBuilt({ projects: ['@tomekeeper/launcher'] });
  process.exitCode = await createRequire(import.meta.url)('../dist/dev.main.js').main(given);
}
