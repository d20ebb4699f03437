#!/usr/bin/env node
// `npm run roll -- campaign`: builds one service and has the running product of DATA_DIR renew its processes, one
// after the other, without a call lost; see deploy/local/README.md.
import { createRequire } from 'node:module';
import { dataFolder, ensureBuilt, ensureInstalled, requireNode } from './bootstrap.mjs';

requireNode();
await ensureInstalled();
const program = '../dist/roll.main.js';
const require = createRequire(import.meta.url);
// Only what asks for it: the rest of the product runs on, as it was built.
if (!isThere()) await ensureBuilt({ projects: ['@tomekeeper/launcher'] });
const build = (/** @type {string} */ project) => ensureBuilt({ projects: [project] });
process.exitCode = await require(program).main(process.argv.slice(2), dataFolder(), build);

function isThere() {
  try {
    return Boolean(require.resolve(program));
  } catch {
    return false;
  }
}
