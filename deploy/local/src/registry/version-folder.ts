import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../startup-problem';

const DIGITS = 12;

/** Relative paths of all files in a folder, in a fixed order. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** A name for exactly this content: the same build has the same version everywhere. */
export async function versionOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of await filesIn(folder)) {
    const content = await fs.readFile(path.join(folder, name));
    hash.update(`${name.replaceAll(path.sep, '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, DIGITS);
}

/** Copies a build to `<root>/<id>/<version>/` unless it is there; the folder appears as a whole. */
export async function uploadVersion(root: string, id: string, build: string): Promise<string> {
  const version = await versionOf(build);
  const target = path.join(root, id, version);
  try {
    await fs.access(target);
    return version;
  } catch {
    const fresh = path.join(root, id, `.${version}.${randomBytes(4).toString('hex')}`);
    await fs.cp(build, fresh, { recursive: true });
    await fs.rename(fresh, target).catch(async (error: unknown) => {
      await fs.rm(fresh, { recursive: true, force: true });
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    });
    return version;
  }
}
