import { execFileSync, fork } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Clock ticks of /proc a second, on every Linux there is. */
const TICKS = 100;

/** Processes of a running product's parts. @param {string} dataDir @returns {Promise<Map<string, number>>} */
export async function pids(dataDir) {
  const state = JSON.parse(await fs.readFile(path.join(dataDir, 'run/state.json'), 'utf8'));
  return new Map(Object.entries(state).map(([part, { pid }]) => [part, pid]));
}

/** Process of a running product's part. @param {string} dataDir @param {string} part */
export const pidOf = async (dataDir, part) => (await pids(dataDir)).get(part) ?? 0;

/** Of all processes, each with its parent. */
const processes = () =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));

/**
 * Memory of a process and all that it started.
 * @param {number} pid
 * @returns {Promise<number>}
 */
export async function familyMegabytes(pid, all = processes()) {
  const children = all.filter(([, parent]) => parent === pid);
  const sizes = await Promise.all(children.map(([child = 0]) => familyMegabytes(child, all)));
  return sizes.reduce((sum, size) => sum + size, await ownMegabytes(pid));
}

/** Proportional set size: a page that several processes share counts once in all. @param {number} pid */
export async function ownMegabytes(pid) {
  const rollup = await fs.readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/** Processor time of a process with all its threads. @param {number} pid */
export async function cpuMs(pid) {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
  // The name may contain spaces; the fields after its closing bracket do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Most that a process has ever had in memory. @param {number} pid */
export async function peakMegabytes(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The settings a process was started with. @param {number} pid @returns {Promise<NodeJS.ProcessEnv>} */
export async function settingsOf(pid) {
  const pairs = (await fs.readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/**
 * Starts a program of the bench.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} settings
 * @param {string} [cwd]
 */
export function startProgram(program, settings, cwd = process.cwd()) {
  const child = fork(program, {
    cwd,
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    // A service's log is nothing to read here.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @type {Promise<any>} */
  const says = new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${path.basename(program)} ended with ${code}`)));
  });
  says.catch(() => undefined);
  return {
    child,
    /** The first message of the program. */
    says,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/**
 * Starts a program that first says on which port it listens.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} settings
 */
export async function startServer(program, settings) {
  const { child, says, stop } = startProgram(program, settings);
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${await says}`,
    /**
     * Sends a message and returns the program's response.
     * @returns {Promise<any>}
     */
    ask: () =>
      new Promise((resolve) => {
        child.once('message', resolve);
        child.send('ask');
      }),
    stop,
  };
}

/**
 * Listens on a free port and tells the bench which.
 * @param {{ listen(port: number, host: string, done: () => void): unknown, address(): unknown }} server
 */
export function listenForBench(server) {
  server.listen(0, '127.0.0.1', () => {
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.send?.(address.port);
  });
}
