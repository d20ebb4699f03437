import { spawn } from 'node:child_process';
import { endProcess, sleep, StartupProblem, type RotatingLog } from '@tomekeeper/cli-kit';
import type { Part, Running, StopHow } from './part';

export type NodeProcess = {
  readonly name: string;
  /** Absolute path of the program. */
  readonly program: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: RotatingLog;
  /** Distinguishes this data folder's processes from those of another one. */
  readonly instance: string;
  /** Log stack traces refer to source lines; loading takes 10% longer. */
  readonly sourceMaps?: boolean;
};

/** Readiness timeout; a loaded machine compiles slowly. */
const READY_TIMEOUT_MS = 120_000;
const GRACE = 10_000;
/** A service drains and then has 15 seconds to finish its work. */
const DRAINED_GRACE = 30_000;

/** Returns a service process, which is ready when `readyUrl` responds with success. */
export function nodePart(settings: NodeProcess & { readonly readyUrl: string }): Part {
  return {
    name: settings.name,
    async start(leaving, begun): Promise<Running> {
      const child = spawnNode(settings);
      begun(child.pid, markOf(settings));
      const running = {
        pid: child.pid,
        exited: child.exited.then(() => undefined),
        stop: (how: StopHow = 'at once') =>
          endProcess(child.pid, {
            ...(how === 'drained'
              ? { kindly: 'SIGTERM', grace: DRAINED_GRACE }
              : { kindly: 'SIGINT', grace: GRACE }),
            group: true,
          }),
      };
      const end = Date.now() + READY_TIMEOUT_MS;
      while (!(await isReady(settings.readyUrl))) {
        if (child.code() !== undefined) {
          throw new StartupProblem(
            `${settings.name} exited during startup${reason(child.lastLines())} (see ${settings.log.file}).`,
          );
        }
        if (leaving.aborted) {
          await running.stop();
          throw new StartupProblem(`${settings.name} was stopped while starting.`);
        }
        if (Date.now() > end) {
          await running.stop();
          throw new StartupProblem(
            `${settings.name} did not become ready within ${READY_TIMEOUT_MS / 1000} seconds (see ${settings.log.file}).`,
          );
        }
        await sleep(100);
      }
      return running;
    },
  };
}

/**
 * Runs a program, such as a migration, to its end.
 * @throws {StartupProblem} when it exits with a code other than 0
 */
export async function runNode(settings: NodeProcess, leaving: AbortSignal): Promise<void> {
  if (leaving.aborted) return;
  const child = spawnNode(settings);
  const end = (): void => void endProcess(child.pid, { grace: GRACE, group: true });
  leaving.addEventListener('abort', end);
  const code = await child.exited;
  leaving.removeEventListener('abort', end);
  if (code === 0) return;
  throw new StartupProblem(
    `${settings.name} failed${reason(child.lastLines())} (see ${settings.log.file}).`,
  );
}

function markOf({ name, instance }: NodeProcess): string {
  return `--tomekeeper=${instance}/${name}`;
}

function spawnNode(settings: NodeProcess) {
  const { program, cwd, env, log } = settings;
  const flags = settings.sourceMaps ? ['--enable-source-maps'] : [];
  const child = spawn(process.execPath, [...flags, program, markOf(settings)], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C reaches only the launcher, which stops all processes in order.
    detached: true,
  });
  let tail = '';
  const take = (chunk: Buffer): void => {
    tail = (tail + chunk.toString()).slice(-4_000);
    log.write(chunk);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  let ended: number | undefined;
  const exited = new Promise<number>((resolve) => {
    const done = (code: number): void => {
      ended = code;
      resolve(code);
    };
    child.once('exit', (code) => done(code ?? 1));
    child.once('error', () => done(127));
  });
  return { pid: child.pid ?? 0, exited, code: () => ended, lastLines: () => tail };
}

/** Returns the log line that most likely explains the failure. */
function reason(output: string): string {
  const lines = output.trim().split('\n');
  const configuration = lines.findIndex((line) => line.includes('configuration has problems'));
  if (configuration >= 0) {
    return `: ${lines
      .slice(configuration, configuration + 6)
      .map((line) => line.trim())
      .join(' ')}`;
  }
  const telling = lines.findLast((line) => /error|fatal|cannot|fail/i.test(line)) ?? lines.at(-1);
  const message = /"(?:msg|message)":"([^"]+)"/.exec(telling ?? '')?.[1] ?? telling;
  return message === undefined || message === '' ? '' : `: ${message.slice(0, 300)}`;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
