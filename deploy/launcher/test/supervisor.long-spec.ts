import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, RotatingLog, findProcess, waitUntil } from '@tomekeeper/cli-kit';
import { stopOrphans } from '../src/supervision/instance-lock';
import { nodePart } from '../src/supervision/node-process';
import { Supervisor } from '../src/supervision/supervisor';

/** Far less than the two minutes that a part may take to start. */
const TIMEOUT_MS = 30_000;

const SERVER = `
  const http = require('node:http');
  http.createServer((request, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
  if (process.env.STUBBORN) process.on('SIGTERM', () => {});
`;

let folder: string;
let supervisor: Supervisor;
let leaving: AbortController;

beforeEach(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-supervisor-'));
  await fs.writeFile(path.join(folder, 'server.js'), SERVER);
  leaving = new AbortController();
  supervisor = new Supervisor(folder, leaving.signal);
});
afterEach(async () => {
  await stop();
  await fs.rm(folder, { recursive: true });
});

async function stop(): Promise<void> {
  leaving.abort();
  await supervisor.stop();
}

async function part(name: string, program = 'server.js') {
  const port = await freePort();
  return nodePart({
    name,
    program: path.join(folder, program),
    cwd: folder,
    env: { PORT: String(port) },
    log: new RotatingLog(folder, name),
    instance: 'test',
    readyUrl: `http://127.0.0.1:${port}/`,
  });
}

async function state(name: string): Promise<{ state: string; pid?: number } | undefined> {
  const text = await fs.readFile(path.join(folder, 'state.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as Record<string, { state: string; pid?: number }>)[name];
}

async function until(name: string, reached: string, not?: number): Promise<number | undefined> {
  const there = await waitUntil(async () => {
    const now = await state(name);
    return now?.state === reached && (not === undefined || now.pid !== not);
  }, TIMEOUT_MS);
  expect(there).toBe(true);
  return (await state(name))?.pid;
}

it('starts a crashed part again', async () => {
  await supervisor.start([await part('one')]);
  supervisor.watch();
  const pid = await until('one', 'running');
  process.kill(pid ?? 0, 'SIGKILL');
  expect(await until('one', 'running', pid)).not.toBe(pid);
});

it('stops a process while it is held', async () => {
  await supervisor.start([await part('one')]);
  supervisor.watch();
  const pid = await until('one', 'running');
  await fs.writeFile(path.join(folder, 'one.hold'), '');
  await until('one', 'held', pid);
  expect(findProcess(pid ?? 0)).toBeUndefined();
  await fs.rm(path.join(folder, 'one.hold'));
  await until('one', 'running');
});

it('says why a part could not start, and leaves nothing running', async () => {
  await fs.writeFile(path.join(folder, 'broken.js'), `throw new Error('no cheese left')`);
  const good = await part('good');
  const start = supervisor.start([good, await part('broken', 'broken.js')]);
  await expect(start).rejects.toThrow(
    /broken exited during startup: .*no cheese left.*broken\.log/,
  );
  const pid = (await until('good', 'running')) ?? 0;
  expect(findProcess(pid)).toBeDefined();
  await stop();
  expect(findProcess(pid)).toBeUndefined();
});

it('adds a process, restarts others in the meantime, and removes it permanently', async () => {
  await supervisor.start([await part('one')]);
  supervisor.watch();
  const pid = await until('one', 'running');
  await supervisor.add(await part('spare'));
  const spare = await until('spare', 'running');
  await supervisor.renew('one');
  const renewed = await until('one', 'running', pid);
  expect(findProcess(renewed ?? 0)).toBeDefined();
  await supervisor.remove('spare');
  expect(await state('spare')).toBeUndefined();
  expect(findProcess(spare ?? 0)).toBeUndefined();
});

it('says why one more part could not start, and forgets it', async () => {
  await fs.writeFile(path.join(folder, 'broken.js'), `throw new Error('no cheese left')`);
  await supervisor.start([await part('one')]);
  const adding = supervisor.add(await part('spare', 'broken.js'));
  await expect(adding).rejects.toThrow(/spare exited during startup: .*no cheese left/);
  expect(await state('spare')).toBeUndefined();
  expect((await state('one'))?.state).toBe('running');
});

it('retries a process that did not restart', async () => {
  await supervisor.start([await part('one')]);
  supervisor.watch();
  const pid = await until('one', 'running');
  await fs.writeFile(path.join(folder, 'server.js'), `throw new Error('no cheese left')`);
  await expect(supervisor.renew('one')).rejects.toThrow(/no cheese left/);
  await fs.writeFile(path.join(folder, 'server.js'), SERVER);
  await until('one', 'running', pid);
});

it('stops everything, and starts nothing any more', async () => {
  await supervisor.start([await part('one'), await part('two')]);
  supervisor.watch();
  const pids = [await until('one', 'running'), await until('two', 'running')];
  await stop();
  for (const pid of pids) expect(findProcess(pid ?? 0)).toBeUndefined();
  expect((await fs.readdir(folder)).filter((name) => name.endsWith('.pid'))).toEqual([]);
});

it('remembers a process before it is healthy, should the launcher be killed meanwhile', async () => {
  await fs.writeFile(path.join(folder, 'slow.js'), `setInterval(() => {}, 1000)`);
  const starting = supervisor.start([await part('slow', 'slow.js')]);
  const refused = expect(starting).rejects.toThrow(/slow exited during startup/);
  const noted = path.join(folder, 'slow.pid');
  expect(await waitUntil(() => existsSync(noted), TIMEOUT_MS)).toBe(true);
  expect(await stopOrphans(folder)).toBe(1);
  await stop();
  await refused;
  expect(existsSync(noted)).toBe(false);
});

it('does not wait for a part that is still starting', async () => {
  const begun = path.join(folder, 'slow.begun');
  const program = `require('fs').writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => {}, 1000)`;
  await fs.writeFile(path.join(folder, 'slow.js'), program);
  const starting = supervisor.start([await part('slow', 'slow.js')]);
  const refused = expect(starting).rejects.toThrow(/slow was stopped while starting/);
  expect(await waitUntil(() => existsSync(begun), TIMEOUT_MS)).toBe(true);
  await stop();
  await refused;
});
