import { fork, spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import type { DocumentApp } from './document-app';

/** Starts a worker process that tests can kill. */
export function startWorker(service: Pick<DocumentApp, 'settings'>): ChildProcess {
  const { program, args, env } = workerCommand(service);
  return spawn(program, args, { stdio: 'ignore', env });
}

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs a command of the operator command line in its process. */
export async function runOperator(
  { settings }: Pick<DocumentApp, 'settings'>,
  args: readonly string[],
): Promise<Ended> {
  const child = fork(path.join(__dirname, 'operator-process.cjs'), args, {
    execArgv: ['--conditions=@tomekeeper/source'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...asEnvironment(settings) },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [code, output, errors] = await Promise.all([
    ended,
    text(child.stdout!),
    text(child.stderr!),
  ]);
  return { code, output, errors };
}

/** The command of a worker process. */
export const workerCommand = ({ settings }: Pick<DocumentApp, 'settings'>) => ({
  program: process.execPath,
  args: ['--conditions=@tomekeeper/source', path.join(__dirname, 'worker-process.cjs')],
  env: { PATH: process.env['PATH'], ...asEnvironment(settings) },
});

/** Settings as the environment of a process gives them. */
function asEnvironment(settings: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
      if (value === undefined) return [];
      if (Array.isArray(value)) return [[name, value.join(',')]];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    }),
  );
}
