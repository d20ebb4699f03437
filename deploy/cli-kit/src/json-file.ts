import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { errorCode } from './startup-problem';

/** The content of a JSON file, or `undefined` when there is none. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as unknown;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a JSON file in one step: no reader meets half of it, and no two writers mix theirs. */
export async function writeJson(file: string, value: unknown, mode = 0o644): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  try {
    await fs.writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode });
    await fs.rename(fresh, file);
  } catch (error) {
    await fs.rm(fresh, { force: true });
    throw error;
  }
}
