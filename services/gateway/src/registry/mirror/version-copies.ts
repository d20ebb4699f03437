import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Bucket } from './bucket';

/** A version is complete when one of these exists: publishing writes it last. */
const MARKS = ['remote.json', 'shell.json'];
/** Number of copied versions that are kept beside those in use. */
const MAX_COPIES = 100;
/** So long it is believed that a version is not there. */
const ABSENT_MS = 30_000;
const MAX_ABSENT = 1000;
const AT_ONCE = 8;

/** Copies of versions on this machine, each fetched once and as a whole. */
export class VersionCopies {
  /** Copied versions, least recently used first. */
  private readonly here = new Map<string, true>();
  private readonly fetching = new Map<string, Promise<boolean>>();
  private readonly absent = new Map<string, number>();

  constructor(
    private readonly root: string,
    private readonly bucket: Bucket,
  ) {}

  /** Takes up what an earlier process has fetched, and clears away what it was fetching. */
  async open(): Promise<void> {
    const entries = await fs.readdir(this.root, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const at = path.relative(this.root, entry.parentPath);
      if (!entry.isDirectory() || at === '' || at.includes(path.sep)) continue;
      if (entry.name.startsWith('.'))
        await fs.rm(path.join(entry.parentPath, entry.name), { recursive: true, force: true });
      else this.here.set(`${at}/${entry.name}`, true);
    }
  }

  /** Sees to it that a version is here. @returns false where there is none of that name */
  async ensure(id: string, version: string): Promise<boolean> {
    const key = `${id}/${version}`;
    if (this.here.delete(key)) {
      this.here.set(key, true);
      return true;
    }
    if ((this.absent.get(key) ?? 0) > Date.now()) return false;
    const running = this.fetching.get(key) ?? this.fetchOnce(key);
    return running;
  }

  /** Removes the least recently used copies, except those named. */
  async sweep(named: ReadonlySet<string>): Promise<void> {
    for (const key of [...this.here.keys()]) {
      if (this.here.size <= MAX_COPIES) return;
      if (named.has(key)) continue;
      this.here.delete(key);
      await fs.rm(path.join(this.root, key), { recursive: true, force: true });
    }
  }

  private fetchOnce(key: string): Promise<boolean> {
    const running = this.fetch(key)
      .then((isThere) => {
        if (isThere) this.here.set(key, true);
        else this.remember(key);
        return isThere;
      })
      .finally(() => this.fetching.delete(key));
    this.fetching.set(key, running);
    return running;
  }

  private async fetch(key: string): Promise<boolean> {
    const files = (await this.bucket.list(`${key}/`)).map((name) => name.slice(key.length + 1));
    if (!files.some((file) => MARKS.includes(file))) return false;
    const target = path.join(this.root, key);
    const fresh = path.join(
      path.dirname(target),
      `.${path.basename(target)}.${randomBytes(4).toString('hex')}`,
    );
    try {
      for (let start = 0; start < files.length; start += AT_ONCE) {
        const some = files.slice(start, start + AT_ONCE);
        await Promise.all(some.map((file) => this.fetchFile(`${key}/${file}`, fresh, file)));
      }
      await fs.rename(fresh, target);
    } catch (error) {
      await fs.rm(fresh, { recursive: true, force: true });
      throw error;
    }
    return true;
  }

  private async fetchFile(key: string, folder: string, name: string): Promise<void> {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep)) throw new Error(`${key} leads out of its folder.`);
    const found = await this.bucket.get(key);
    if (!found || found === 'same') throw new Error(`${key} has gone while it was read.`);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, found.body);
  }

  private remember(key: string): void {
    if (this.absent.size >= MAX_ABSENT) this.absent.clear();
    this.absent.set(key, Date.now() + ABSENT_MS);
  }
}
