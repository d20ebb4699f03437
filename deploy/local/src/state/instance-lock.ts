import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { endProcess, findProcess, sleep } from '../processes';
import { errorCode, StartupProblem } from '../startup-problem';
import { readJson } from './json-file';

const Holder = z.object({ pid: z.number().int(), command: z.string(), url: z.string() });
const Started = z.object({ pid: z.number().int(), mark: z.string() });

/** Lets one launcher at a time work on a data folder. */
export async function lockInstance(run: string, url: string): Promise<() => Promise<void>> {
  const file = path.join(run, 'launcher.lock');
  const me = findProcess(process.pid);
  const mine = `${file}.${process.pid}`;
  await fs.writeFile(mine, JSON.stringify({ pid: process.pid, command: me?.command ?? '', url }));
  try {
    for (let attempt = 0; ; attempt += 1) {
      if (await linked(mine, file)) break;
      const holder = Holder.safeParse(await readJson(file).catch(() => undefined)).data;
      if (holder && isAlive(holder.pid, holder.command)) {
        throw new StartupProblem(
          `Tomekeeper is already running on this data folder (process ${holder.pid}, ${holder.url}): use that one, stop it first, or start another with DATA_DIR=<folder> and ports of its own.`,
        );
      }
      if (attempt > 20) throw new StartupProblem(`The lock ${file} can't be taken: delete it.`);
      await fs.rm(file, { force: true });
      await sleep(Math.random() * 50);
    }
  } finally {
    await fs.rm(mine, { force: true });
  }
  return async () => {
    await fs.rm(file, { force: true });
  };
}

/** A number is given to another process sooner or later: it must still be the same program. */
function isAlive(pid: number, command: string): boolean {
  return findProcess(pid)?.command === command;
}

/** Takes the lock in one step that only one of several can win. */
async function linked(mine: string, file: string): Promise<boolean> {
  try {
    await fs.link(mine, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Remembers a started process, so that the next launcher finds it if this one is killed. */
export async function notePid(run: string, name: string, pid: number, mark: string): Promise<void> {
  await fs.writeFile(pidFile(run, name), JSON.stringify({ pid, mark }));
}

export async function forgetPid(run: string, name: string): Promise<void> {
  await fs.rm(pidFile(run, name), { force: true });
}

/** Stops what a killed launcher left running. */
export async function stopOrphans(run: string): Promise<number> {
  const names = (await fs.readdir(run)).filter((name) => name.endsWith('.pid'));
  let stopped = 0;
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(run, name);
      const noted = Started.safeParse(await readJson(file).catch(() => undefined)).data;
      if (noted && findProcess(noted.pid)?.command.includes(noted.mark)) {
        stopped += 1;
        // PostgreSQL takes SIGINT for a fast shutdown, SIGTERM for one that waits for everybody.
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
