import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { networkBlock, runChild, type ChildLimits } from './child-process';

const LIMITS: ChildLimits = { time: 30_000, memory: 512 * 1024 * 1024, output: 1000 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'child-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script with the options of the thumbnail process. */
function run(
  script: string,
  limits: Partial<ChildLimits> = {},
  signal?: AbortSignal,
): Promise<string> {
  const file = path.join(folder, `${Math.random()}.cjs`);
  writeFileSync(file, script);
  const input = Readable.from([Buffer.from('in')]);
  return runChild(file, {
    argument: 'word',
    input,
    limits: { ...LIMITS, ...limits },
    ...(signal && { signal }),
  }).then(String);
}

it('gives the input and one argument, and no environment', async () => {
  process.env['SECRET_OF_THE_PARENT'] = 'x';
  const answer = await run(`process.stdin.on('data', (data) => console.log(
    data + process.argv[2] + JSON.stringify(process.env) + process.cwd()))`);
  expect(answer).toBe('inword{}/\n');
});

it.each([
  ['took too long', 'setInterval(() => {}, 1000)', { time: 1000 }],
  ['took too long', 'for (;;);', { time: 1000 }],
  [
    'took too much memory',
    'const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 20)',
    { memory: 200e6 },
  ],
  // In JavaScript's own heap the limit is its own.
  ['died', 'const all = []; for (;;) all.push(all.concat(1, 2, 3))', {}],
  ['died', 'process.kill(process.pid, "SIGSEGV")', {}],
  ['died', 'process.exit(3)', {}],
  ['answered too much', 'setInterval(() => process.stdout.write("x".repeat(1e5)), 1)', {}],
])('ends one that %s: %s', async (why, script, limits) => {
  await expect(run(script, limits)).rejects.toMatchObject({ why });
});

it('ends an aborted process', async () => {
  const stop = new AbortController();
  const running = run('setInterval(() => {}, 1000)', {}, stop.signal);
  setTimeout(() => stop.abort(new Error('shutting down')), 300);
  await expect(running).rejects.toThrow('shutting down');
  await expect(run('0', {}, stop.signal)).rejects.toThrow('shutting down');
});

const withCount = existsSync('/usr/bin/prlimit') ? it : it.skip;
withCount('ends a process at its processor time limit without supervision', async () => {
  const started = Date.now();
  await expect(run('for (;;);', { processor: 1 })).rejects.toMatchObject({ why: 'took too long' });
  expect(Date.now() - started).toBeLessThan(LIMITS.time);
});

/** Whether a process is running; zombies do not count. */
function isAtWork(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const withSignal = existsSync('/usr/bin/setpriv') ? it : it.skip;
withSignal('ends with its parent process, however busy it is', async () => {
  const busy = path.join(folder, 'busy.cjs');
  writeFileSync(busy, 'console.log(process.pid); for (;;);');
  const parent = spawn(process.execPath, [
    '--require',
    require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
    '-e',
    `(async () => {
      const { streamChild } = require(${JSON.stringify(require.resolve('./child-process'))});
      const { Readable } = require('node:stream');
      const limits = ${JSON.stringify({ ...LIMITS, time: 60_000 })};
      const child = streamChild(${JSON.stringify(busy)}, { argument: '', input: Readable.from([]), limits });
      for await (const chunk of child.answer) process.stdout.write(chunk);
    })()`,
  ]);
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said);
  expect(isAtWork(pid)).toBe(true);
  parent.kill('SIGKILL');
  try {
    for (let tries = 0; isAtWork(pid) && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isAtWork(pid)).toBe(false);
  } finally {
    if (isAtWork(pid)) process.kill(pid, 'SIGKILL');
  }
});

it('gives no way to the network, where the kernel lets us', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = `require('node:net').connect(${port}, '127.0.0.1')
    .on('connect', () => { console.log('connected'); process.exit(); })
    .on('error', () => console.log('refused'))`;
  const isolated = (await networkBlock()) === 'a separate network namespace';
  expect(await run(connect)).toBe(isolated ? 'refused\n' : 'connected\n');
  server.close();
});
