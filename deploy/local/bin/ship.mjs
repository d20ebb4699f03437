#!/usr/bin/env node
// `npm run ship -- <remote>`: builds one remote and makes it live, in the installation in DATA_DIR or in a
// bucket; see deploy/local/README.md.
import { createRequire } from 'node:module';
import { dataFolder, ensureBuilt, ensureInstalled, requireNode } from './bootstrap.mjs';

requireNode();
await ensureInstalled();
const program = '../dist/ship.main.js';
const require = createRequire(import.meta.url);
// Only what does the shipping: the rest of the product runs on, as it was built.
if (!isThere()) await ensureBuilt({ projects: ['@tomekeeper/launcher'] });
const build = (/** @type {string} */ project) => ensureBuilt({ projects: [project], alone: true });
process.exitCode = await require(program).main(process.argv.slice(2), dataFolder(), build);

function isThere() {
  try {
    return Boolean(require.resolve(program));
  } catch {
    return false;
  }
}
