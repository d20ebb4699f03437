import fs from 'node:fs/promises';
import path from 'node:path';
import type { DataFolder } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { homeOf } from '../backing/postgres/existing-server';
import { clearLeftovers } from '../backing/postgres/leftovers';

/** Build folder of a restore. While it exists, the data folder contains no valid data. */
export const restoringFolder = (root: string): string => path.join(root, 'restoring');

/** Contents of an unused data folder: build logs, and our lock. */
const OF_NO_ACCOUNT = ['logs', 'run'];

/** @throws {StartupProblem} when a restore was interrupted */
export async function refuseUnfinishedRestore({ root }: DataFolder): Promise<void> {
  const isThere = await fs.access(restoringFolder(root)).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new StartupProblem(
    `A restore into ${root} was interrupted, so the data is incomplete: run npm run restore -- <file> once more, or delete the folder to start with an empty one.`,
  );
}

/**
 * Empties the data folder for a restore.
 * @throws {StartupProblem} when it contains data
 */
export async function clearForRestore(folder: DataFolder): Promise<void> {
  const found = await fs.readdir(folder.root);
  if (found.includes(path.basename(restoringFolder(folder.root)))) {
    await removeCluster(path.join(restoringFolder(folder.root), 'postgres'));
    await removeCluster(folder.postgres);
    // The marker folder is removed last: if killed before, the next restore cleans up again.
    const others = found.filter((name) => name !== path.basename(restoringFolder(folder.root)));
    for (const name of others.filter((one) => !OF_NO_ACCOUNT.includes(one)))
      await fs.rm(path.join(folder.root, name), { recursive: true });
    await fs.rm(restoringFolder(folder.root), { recursive: true });
    return;
  }
  const inTheWay = [];
  for (const name of found.filter((one) => !OF_NO_ACCOUNT.includes(one)))
    if (!(await isEmptyFolder(path.join(folder.root, name)))) inTheWay.push(name);
  if (inTheWay.length === 0) return;
  throw new StartupProblem(
    `${folder.root} is not empty (${inTheWay.join(', ')}): a restore does not replace existing data. Choose a new folder with DATA_DIR=<folder>, or move this one away first.`,
  );
}

/** A start creates empty folders before it finds a port in use. */
async function isEmptyFolder(folder: string): Promise<boolean> {
  const found = await fs.readdir(folder).catch(() => undefined);
  return found?.length === 0;
}

/** The interrupted restore's server may still be running. */
async function removeCluster(folder: string): Promise<void> {
  const home = await homeOf(folder);
  await clearLeftovers(path.join(home, 'cluster'));
  await fs.rm(home, { recursive: true, force: true });
}
