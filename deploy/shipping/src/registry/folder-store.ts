import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sleep, errorCode, StartupProblem, writeJson, takeLock } from '@tomekeeper/cli-kit';
import { readPointerFile, type Pointers } from './pointers';
import type { ReadPointers, VersionStore } from './version-store';

/** Longer than anybody needs to replace one small file. */
const LOCK_TIMEOUT_MS = 10_000;
/** Prefix of incomplete or removed versions; the gateway does not serve them. */
const UNFINISHED = '.';

const NOTE = 'live.json';
const HALF_POINTER = /^live\.json\.(lock\.)?[0-9a-f-]{36}$/;

/** A folder of the gateway's machine: `<id>/<version>/…` and `live.json`. */
export class FolderStore implements VersionStore {
  readonly name: string;
  private readonly pointerFile: string;

  constructor(private readonly root: string) {
    this.name = root;
    this.pointerFile = path.join(root, 'live.json');
  }

  async readPointers(): Promise<ReadPointers> {
    const text = await readIfThere(this.pointerFile);
    const tag = text && createHash('sha256').update(text).digest('hex');
    return { ...readPointerFile(parsed(text)), tag };
  }

  async replacePointers(next: Pointers, tag: string | undefined): Promise<boolean> {
    const release = await this.lock();
    try {
      if ((await this.readPointers()).tag !== tag) return false;
      await writeJson(this.pointerFile, next);
      return true;
    } finally {
      await release();
    }
  }

  async upload(id: string, version: string, build: string): Promise<void> {
    const target = this.at(id, version);
    if (await exists(target)) return;
    const fresh = this.at(id, `${UNFINISHED}${version}.${randomBytes(4).toString('hex')}`);
    await fs.cp(build, fresh, { recursive: true });
    await fs.rename(fresh, target).catch(async (error: unknown) => {
      await fs.rm(fresh, { recursive: true, force: true });
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    });
  }

  async readNote(id: string): Promise<unknown> {
    return parsed(await readIfThere(this.at(id, NOTE)));
  }

  async writeNote(id: string, content: object): Promise<void> {
    await writeJson(this.at(id, NOTE), content);
  }

  readFile(id: string, version: string, file: string): Promise<Buffer | undefined> {
    return readIfThere(this.at(id, version, file));
  }

  async versions(id: string): Promise<Map<string, Date>> {
    const names = (await this.entries(id)).filter((name) => !name.startsWith(UNFINISHED));
    return new Map(
      await Promise.all(names.map(async (name) => [name, await this.since(id, name)] as const)),
    );
  }

  async remove(id: string, version: string): Promise<void> {
    // Renamed first, so that no reader finds half of it.
    const leaving = this.at(id, `${UNFINISHED}${version}.${randomBytes(4).toString('hex')}`);
    await fs.rename(this.at(id, version), leaving);
    await fs.rm(leaving, { recursive: true, force: true });
  }

  async removeLeftovers(id: string, before: Date): Promise<void> {
    for (const name of await this.entries(id)) {
      if (!name.startsWith(UNFINISHED) || (await this.since(id, name)) >= before) continue;
      await fs.rm(this.at(id, name), { recursive: true, force: true });
    }
    await this.removeHalfPointers(before);
  }

  /** Removes temporary pointer files and locks of killed processes. */
  private async removeHalfPointers(before: Date): Promise<void> {
    for (const name of await fs.readdir(this.root)) {
      const file = this.at(name);
      if (!HALF_POINTER.test(name)) continue;
      const stat = await fs.stat(file).catch(() => undefined);
      if (stat && stat.ctime < before) await fs.rm(file, { force: true });
    }
  }

  private async lock(): Promise<() => Promise<void>> {
    const end = Date.now() + LOCK_TIMEOUT_MS;
    return takeLock(`${this.pointerFile}.lock`, {}, async ({ pid }) => {
      if (Date.now() > end) {
        throw new StartupProblem(
          `Process ${pid} has held the lock of the pointers in ${this.root} for too long.`,
        );
      }
      await sleep(20);
    });
  }

  private async entries(id: string): Promise<string[]> {
    const found = await fs.readdir(this.at(id), { withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  /** When it was written here, whenever it was built. */
  private async since(id: string, name: string): Promise<Date> {
    return (await fs.stat(this.at(id, name))).ctime;
  }

  private at(...names: string[]): string {
    return path.join(this.root, ...names);
  }
}

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parsed(text: Buffer | undefined): unknown {
  try {
    return JSON.parse(text?.toString('utf8') ?? '{}');
  } catch {
    return undefined;
  }
}
