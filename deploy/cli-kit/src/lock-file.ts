import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { z } from 'zod';
import { findProcess, sleep } from './processes';
import { errorCode, StartupProblem } from './startup-problem';

const Holder = z.looseObject({ pid: z.number().int(), command: z.string() });
export type Holder = z.infer<typeof Holder>;

/**
 * Takes a lock that becomes invalid when its process exits for any reason.
 * @param about metadata for processes that wait for the lock
 * @param onHeld throws to give up, or waits before the next attempt
 * @returns a function that releases the lock
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
      const text = await textOf(file);
      // The lock was released in the meantime, and another process may hold it now.
      if (text === undefined) continue;
      const holder = holderIn(text);
      if (holder && isAlive(holder)) {
        await onHeld(holder);
        continue;
      }
      if (stale === 20)
        throw new StartupProblem(
          `The lock file ${file} is blocked by an interrupted process: delete it.`,
        );
      // Another process that is deleting it, or was killed at that, costs time and no attempt.
      if (await deleteStale(file, text, mine)) stale += 1;
      await sleep(Math.random() * 50);
    }
  } finally {
    await fs.rm(mine, { force: true });
  }
  return () => fs.rm(file, { force: true });
}

/** Maximum age of the lock on deleting a lock, which is held for two file operations. */
const DELETING_MS = 10_000;

/**
 * Deletes a lock whose process is gone, unless another process has done so and taken it since.
 * @returns false while another process is at it
 */
async function deleteStale(file: string, stale: string, mine: string): Promise<boolean> {
  const deleting = `${file}.stale`;
  if (!(await linked(mine, deleting))) {
    const since = await fs.stat(deleting).catch(() => undefined);
    if (since && Date.now() - since.ctimeMs > DELETING_MS) await fs.rm(deleting, { force: true });
    return false;
  }
  try {
    if ((await textOf(file)) === stale) await fs.rm(file, { force: true });
    return true;
  } finally {
    await fs.rm(deleting, { force: true });
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

function holderIn(text: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Process IDs are reused, so the command must match too. */
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
