#!/usr/bin/env node
// `npm start`: starts the product, from a fresh clone if necessary. `--demo` adds sample campaigns, `--demo
// large` a long one too, `--dev` rebuilds and restarts on changes, `--replicas campaign=2` runs two processes
// of a service.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { failed } from '../../../libs/tooling/bootstrap/console.mjs';

const USAGE =
  'Usage: npm start [-- [--demo [large]] [--replicas campaign=2,mailing-worker=3]]   or   npm run dev';
const options = understood();
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
// The launcher reads all settings from the environment; the command line takes precedence.
if (options.replicas !== undefined) process.env.REPLICAS = options.replicas;

await ensureInstalled();
await ensureBuilt();

const { launch } = createRequire(import.meta.url)('../dist/index.js');
await launch({ demo: options.demo, dev: options.dev });

function understood() {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    const { values, positionals } = parseArgs({
      options: { demo: flag, dev: flag, help: flag, replicas: { type: 'string' } },
      allowPositionals: true,
    });
    const [size, ...more] = positionals;
    if (more.length > 0 || (size !== undefined && !(values.demo && size === 'large')))
      throw new Error(`Unknown argument '${positionals.join(' ')}'.`);
    /** @type {false | 'small' | 'large'} */
    const demo = values.demo && (size === 'large' ? 'large' : 'small');
    return { ...values, demo };
  } catch (error) {
    failed(error instanceof Error ? error.message.split('. ', 1)[0] : String(error));
    console.log(USAGE);
    process.exit(2);
  }
}
