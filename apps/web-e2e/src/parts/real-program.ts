import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A program on `PATH`, or in one of the folders that Debian keeps out of it. */
export function findProgram(name: string, ...elsewhere: string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', ...elsewhere];
  return folders.map((folder) => path.join(folder, name)).find((file) => isProgram(file));
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** First line of a program's version output. */
export const versionOf = (program: string, ...how: string[]): string =>
  (spawnSync(program, how.length > 0 ? how : ['--version'], { encoding: 'utf8' }).stdout ?? '')
    .trim()
    .split('\n', 1)[0] ?? '';

/** Tests of an external program; skipped with a reason if it is not installed. */
export function describePart(
  title: string,
  programs: Readonly<Record<string, string | undefined>>,
  body: () => void,
): void {
  const missing = Object.entries(programs)
    .filter(([, found]) => found === undefined)
    .map(([name]) => name);
  if (missing.length === 0) describe(title, body);
  else describe.skip(`skipped without ${missing.join(', ')}: ${title}`, body);
}

export interface RunningProgram {
  /** The last part of its output. */
  output(): string;
  hasEnded(): boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ProgramUser {
  uid: number;
  gid: number;
}

/** An unprivileged user, for programs that refuse to run as root. */
export function plainUser(): ProgramUser | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

/** Starts a program that runs until it is stopped. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; user?: ProgramUser | undefined } = {},
): RunningProgram {
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd && { cwd: options.cwd }),
    ...options.user,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-8000)));
  child.once('error', (error) => (said += error.message));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output: () => said,
    hasEnded,
    async stop(signal = 'SIGTERM') {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** A folder that programs of other users may pass through. */
export function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tk-parts-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}
