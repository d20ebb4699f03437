#!/usr/bin/env node
// `npm start`: from a fresh clone to the running product. `--demo` adds a campaign to look at, `--dev`
// rebuilds and restarts what changes.
import { createRequire } from 'node:module';
import { ensureBuilt, ensureInstalled, requireNode } from './bootstrap.mjs';
import { failed } from './console.mjs';

requireNode();

const KNOWN = ['--demo', '--dev', '--help'];
const options = process.argv.slice(2);
const unknown = options.filter((option) => !KNOWN.includes(option));
if (unknown.length > 0 || options.includes('--help')) {
  if (unknown.length > 0) failed(`Unknown option ${unknown.join(' ')}.`);
  console.log('Usage: npm start [-- --demo]   or   npm run dev');
  process.exit(unknown.length > 0 ? 2 : 0);
}

await ensureInstalled();
await ensureBuilt();

const { launch } = createRequire(import.meta.url)('../dist/index.js');
await launch({ demo: options.includes('--demo'), dev: options.includes('--dev') });
