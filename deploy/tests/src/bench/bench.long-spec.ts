import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const BENCH = path.resolve(__dirname, '../../../bench');
const TIMEOUT_MS = 900_000;
/** Excludes answers.mjs, which needs a language model. */
const SECTIONS = fs
  .readdirSync(path.join(BENCH, 'sections'))
  .filter((file) => file !== 'answers.mjs');

it.each(SECTIONS.map((file) => path.basename(file, '.mjs')))(
  'prints figures of the section %s',
  async (section) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(BENCH, 'bin/bench.mjs'), section],
      { env: { ...process.env, NODE_ENV: '', BENCH_SHORT: '1' }, timeout: TIMEOUT_MS },
    );
    expect(stdout).toMatch(/^## /m);
    expect(stdout).toMatch(/^\| .*\d.* \|$/m);
  },
  TIMEOUT_MS,
);
