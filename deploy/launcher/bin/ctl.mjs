#!/usr/bin/env node
// Looks at a running instance and stops or starts single parts of it: `ctl.mjs status`,
// `ctl.mjs stop campaign`, `ctl.mjs start campaign`, `ctl.mjs restart campaign`.
import fs from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

const data = dataFolder();
const run = path.join(data, 'run');
const [command = 'status', name = ''] = process.argv.slice(2);

/** @returns {Record<string, { state: string, pid?: number, since: string, crashes: number }>} */
function state() {
  try {
    return JSON.parse(fs.readFileSync(path.join(run, 'state.json'), 'utf8'));
  } catch {
    console.error(
      `No product is running on ${data}: start it with npm start, or name its DATA_DIR.`,
    );
    process.exit(1);
  }
}

/** @param {(part: { state: string, pid?: number }) => boolean} reached */
async function until(reached) {
  for (let end = Date.now() + 60_000; Date.now() < end;) {
    const part = state()[name];
    if (part && reached(part)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.error(`${name} did not become ready within a minute; see ${path.join(data, 'logs')}.`);
  process.exit(1);
}

const hold = path.join(run, `${name}.hold`);
const stop = async () => {
  fs.writeFileSync(hold, '');
  await until((part) => part.state === 'held' && part.pid === undefined);
  console.log(`${name} is stopped`);
};
const start = async () => {
  fs.rmSync(hold, { force: true });
  await until((part) => part.state === 'running');
  console.log(`${name} runs`);
};

/** @type {Record<string, () => Promise<void>>} */
const commands = {
  async status() {
    const parts = Object.entries(state());
    const width = Math.max(...parts.map(([part]) => part.length)) + 2;
    for (const [part, about] of parts) {
      const { state: now, pid, since, crashes } = about;
      const process_ = pid === undefined ? '' : `process ${pid}`;
      console.log(
        `${part.padEnd(width)}${now.padEnd(10)}${process_.padEnd(16)}since ${since}${crashes > 0 ? `, ${crashes} crashes` : ''}`,
      );
    }
  },
  stop,
  start,
  async restart() {
    await stop();
    await start();
  },
};

const chosen = commands[command];
if (!chosen) {
  console.error('Usage: ctl.mjs status | stop <process> | start <process> | restart <process>');
  process.exit(2);
}
if (command !== 'status' && !(name in state())) {
  console.error(`There is no process '${name}'. Known: ${Object.keys(state()).join(', ')}.`);
  process.exit(2);
}
await chosen();
