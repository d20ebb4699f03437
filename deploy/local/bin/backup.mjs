#!/usr/bin/env node
// `npm run backup -- <folder or file>` and `npm run restore -- <file>`: an installation as one file, and back
// again; see deploy/docs/backup.md.
import { createRequire } from 'node:module';
import { ensureBuilt, ensureInstalled, requireNode } from './bootstrap.mjs';

requireNode();
await ensureInstalled();
const [command, ...rest] = process.argv.slice(2);
const program = '../dist/backup.main.js';
const require = createRequire(import.meta.url);
// A restore asks every service's build what it knows; a backup leaves what runs as it was built.
if (command === 'restore') await ensureBuilt();
else if (!isThere()) await ensureBuilt({ projects: ['@tomekeeper/launcher'] });
const { main } = require(program);
process.exitCode = await main(command, rest);

function isThere() {
  try {
    return Boolean(require.resolve(program));
  } catch {
    return false;
  }
}
