import { renameSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  endProcess,
  findProcess,
  errorCode,
  StartupProblem,
  readJson,
  takeLock,
} from '@tomekeeper/cli-kit';

const Started = z.object({ pid: z.number().int(), mark: z.string() });

/** Ensures that only one launcher uses a data folder. */
export function lockInstance(run: string, url: string): Promise<() => Promise<void>> {
  return takeLock(path.join(run, 'launcher.lock'), { url }, (holder) => {
    throw new StartupProblem(
      `Tomekeeper is already running on this data folder (process ${holder.pid}, ${String(holder['url'])}): use the running one, stop it first, or start another with a separate DATA_DIR=<folder> and separate ports.`,
    );
  });
}

/**
 * Records a started process synchronously and atomically, so that the next launcher finds it if this one is killed. On
 * a full disk, running without a record is better than not running.
 */
export function notePid(run: string, name: string, pid: number, mark: string): void {
  const file = pidFile(run, name);
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ pid, mark }));
    renameSync(`${file}.new`, file);
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
  }
}

export async function forgetPid(run: string, name: string): Promise<void> {
  await fs.rm(pidFile(run, name), { force: true });
}

/**
 * Stops processes of a killed launcher.
 * @returns their number
 */
export async function stopOrphans(run: string): Promise<number> {
  const names = (await fs.readdir(run)).filter((name) => name.endsWith('.pid'));
  let stopped = 0;
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(run, name);
      const noted = Started.safeParse(await readJson(file).catch(() => undefined)).data;
      if (noted && findProcess(noted.pid)?.command.includes(noted.mark)) {
        stopped += 1;
        // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for all clients.
        await endProcess(noted.pid, { kindly: 'SIGINT', grace: 10_000 });
      }
      await fs.rm(file, { force: true });
    }),
  );
  return stopped;
}

function pidFile(run: string, name: string): string {
  return path.join(run, `${name}.pid`);
}
