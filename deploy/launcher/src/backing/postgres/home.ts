import fs from 'node:fs/promises';
import path from 'node:path';
import { errorCode, StartupProblem } from '@tomekeeper/cli-kit';
import { mayUse, type RunAs } from './run-as';

/** Survives a reboot, and is accessible to every user. */
const SHARED = '/var/tmp';

/**
 * Returns the folder that contains the cluster: usually `folder`. If we are root and PostgreSQL's user cannot access
 * it, returns a new folder in /var/tmp, stored in `folder/location`, so that deleting `folder` also discards that
 * cluster.
 */
export async function clusterHome(folder: string, runAs: RunAs | undefined): Promise<string> {
  await fs.mkdir(folder, { recursive: true });
  if (!runAs) return folder;
  const note = path.join(folder, 'location');
  const remembered = await fs.readFile(note, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (remembered !== '') {
    await fs.access(remembered).catch(() => {
      throw new StartupProblem(
        `The database folder ${remembered} is missing. Restore it, or delete ${folder} to start with an empty database.`,
      );
    });
    return remembered;
  }
  await fs.chown(folder, runAs.uid, runAs.gid);
  if (mayUse(folder, 'w', runAs)) return folder;
  await fs.chown(folder, 0, 0);
  const moved = await fs.mkdtemp(path.join(SHARED, 'tomekeeper-data-'));
  await fs.chown(moved, runAs.uid, runAs.gid);
  await fs.writeFile(note, `${moved}\n`);
  return moved;
}

/** Returns the folder for copies of programs that another user must be able to execute. */
export async function sharedPrograms(): Promise<string> {
  const folder = path.join(SHARED, 'tomekeeper-programs');
  try {
    await fs.mkdir(folder, { mode: 0o755 });
    await fs.chmod(folder, 0o755);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const about = await fs.lstat(folder);
  // /var/tmp is world-writable: never execute programs from a folder that another user could have filled.
  if (about.isDirectory() && about.uid === 0 && (about.mode & 0o022) === 0) return folder;
  return fs.mkdtemp(path.join(SHARED, 'tomekeeper-programs-'));
}
