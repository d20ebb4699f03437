import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const DIGITS = 12;

/** Relative paths of all files in a folder, in a fixed order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Content hash of a build: the same build has the same version everywhere. */
export async function versionOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of await filesIn(folder)) {
    const content = await fs.readFile(path.join(folder, name));
    hash.update(`${name.replaceAll(path.sep, '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, DIGITS);
}

/** A file's hash in the form that browsers check. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
