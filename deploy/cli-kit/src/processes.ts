import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from './startup-problem';

/** Information about a running process; `undefined` if it has exited or is a zombie. */
export type RunningProcess = {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
};

/**
 * Looks a process up by its number. A zombie counts as gone: where PID 1 doesn't reap, a killed
 * process stays visible for as long as the container lives, although nothing runs any more.
 */
export function findProcess(pid: number): RunningProcess | undefined {
  return process.platform === 'linux' ? findInProc(pid) : findWithPs(pid);
}

function findInProc(pid: number): RunningProcess | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may itself contain spaces and parentheses.
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function findWithPs(pid: number): RunningProcess | undefined {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'stat=,ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [state = '', parent = '', ...command] = line.split(/\s+/);
    if (line === '' || state.startsWith('Z')) return undefined;
    return { pid, parent: Number(parent), command: command.join(' ') };
  } catch {
    return undefined;
  }
}

/** Processes whose working directory is `folder` (Linux only; elsewhere none are found). */
export function processesWorkingIn(folder: string): RunningProcess[] {
  if (process.platform !== 'linux') return [];
  const found: RunningProcess[] = [];
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (fs.readlinkSync(path.join('/proc', entry, 'cwd')) !== folder) continue;
    } catch {
      continue;
    }
    const running = findProcess(Number(entry));
    if (running) found.push(running);
  }
  return found;
}

/** Sends a signal to a process, or with a negative number to its group; false when there is none. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits for `promise` with a timeout, which does not keep the process alive. */
export async function atMost(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds).unref();
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** Waits until `done` says so; false when `milliseconds` have passed before. */
export async function waitUntil(
  done: () => boolean | Promise<boolean>,
  milliseconds: number,
  pause = 50,
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await done()) return true;
    if (Date.now() >= end) return false;
    await sleep(pause);
  }
}

/**
 * Ends a process: first with a signal that allows cleanup, then, after `grace`, with SIGKILL. `group`
 * includes its child processes.
 */
export async function endProcess(
  pid: number,
  { kindly = 'SIGTERM', grace = 10_000, group = false }: EndOptions = {},
): Promise<void> {
  const target = group ? -pid : pid;
  if (!signal(target, kindly)) return;
  if (await waitUntil(() => !findProcess(pid), grace)) return;
  signal(target, 'SIGKILL');
  await waitUntil(() => !findProcess(pid), 5_000);
}

export type EndOptions = { kindly?: NodeJS.Signals; grace?: number; group?: boolean };
