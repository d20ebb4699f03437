import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { z } from 'zod';
import { findProcess, sleep } from '../processes';
import { errorCode, StartupProblem } from '../startup-problem';
import { readJson } from './json-file';

const Holder = z.looseObject({ pid: z.number().int(), command: z.string() });
export type Holder = z.infer<typeof Holder>;

/**
 * Takes a lock that counts for nothing once its process is gone, however that ended.
 * @param about told to those who find it held
 * @param onHeld throws to give up, or waits before the next attempt
 * @returns what gives it back
 */
export async function takeLock(
  file: string,
  about: Record<string, string>,
  onHeld: (holder: Holder) => void | Promise<void>,
): Promise<() => Promise<void>> {
  const mine = `${file}.${randomUUID()}`;
  const command = findProcess(process.pid)?.command ?? '';
  await fs.writeFile(mine, JSON.stringify({ pid: process.pid, command, ...about }));
  try {
    for (let stale = 0; !(await linked(mine, file));) {
      const holder = Holder.safeParse(await readJson(file).catch(() => undefined)).data;
      if (holder && isAlive(holder)) {
        await onHeld(holder);
        continue;
      }
      if ((stale += 1) > 20)
        throw new StartupProblem(`The lock ${file} can't be taken: delete it.`);
      await fs.rm(file, { force: true });
      await sleep(Math.random() * 50);
    }
  } finally {
    await fs.rm(mine, { force: true });
  }
  return () => fs.rm(file, { force: true });
}

/** A number is given to another process sooner or later: it must still be the same program. */
function isAlive({ pid, command }: Holder): boolean {
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
