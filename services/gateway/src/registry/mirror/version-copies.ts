import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Bucket } from './bucket';

/** A version is complete when one of these exists: publishing writes it last. */
const MARKS = ['remote.json', 'shell.json'];
/** Local versions above which unused ones are deleted. */
const MAX_COPIES = 100;
/** Caches missing versions, so that public requests do not each list the bucket. */
const ABSENT_MS = 30_000;
const MAX_ABSENT = 1000;
const CONCURRENCY = 8;

/** Local copies of versions, each fetched completely or not at all. */
export class VersionCopies {
  /** Least recently used first. */
  private readonly copied = new Map<string, true>();
  private readonly fetching = new Map<string, Promise<boolean>>();
  private readonly absent = new Map<string, number>();

  constructor(
    private readonly root: string,
    private readonly bucket: Bucket,
  ) {}

  /** Registers copies of an earlier process and deletes its incomplete ones. */
  async open(): Promise<void> {
    const entries = await fs.readdir(this.root, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const at = path.relative(this.root, entry.parentPath);
      if (!entry.isDirectory() || at === '' || at.includes(path.sep)) continue;
      if (entry.name.startsWith('.'))
        await fs.rm(path.join(entry.parentPath, entry.name), { recursive: true, force: true });
      else this.copied.set(`${at}/${entry.name}`, true);
    }
  }

  /** Fetches a version unless it is local. @returns false when it does not exist */
  async ensure(id: string, version: string): Promise<boolean> {
    const key = `${id}/${version}`;
    if (this.copied.delete(key)) {
      this.copied.set(key, true);
      return true;
    }
    if ((this.absent.get(key) ?? 0) > Date.now()) return false;
    return this.fetching.get(key) ?? this.fetchOnce(key);
  }

  /** Deletes the least recently used copies, except live ones. */
  async prune(named: ReadonlySet<string>): Promise<void> {
    for (const key of [...this.copied.keys()]) {
      if (this.copied.size <= MAX_COPIES) return;
      if (named.has(key)) continue;
      this.copied.delete(key);
      await fs.rm(path.join(this.root, key), { recursive: true, force: true });
    }
  }

  private fetchOnce(key: string): Promise<boolean> {
    if (this.absent.size >= MAX_ABSENT) this.absent.clear();
    const running = this.fetch(key).finally(() => this.fetching.delete(key));
    this.fetching.set(key, running);
    return running;
  }

  private async fetch(key: string): Promise<boolean> {
    const files = (await this.bucket.list(`${key}/`)).map((name) => name.slice(key.length + 1));
    if (!files.some((file) => MARKS.includes(file))) {
      this.absent.set(key, Date.now() + ABSENT_MS);
      return false;
    }
    const target = path.join(this.root, key);
    const fresh = path.join(
      path.dirname(target),
      `.${path.basename(target)}.${randomBytes(4).toString('hex')}`,
    );
    try {
      for (let start = 0; start < files.length; start += CONCURRENCY) {
        const some = files.slice(start, start + CONCURRENCY);
        await Promise.all(some.map((file) => this.fetchFile(`${key}/${file}`, fresh, file)));
      }
      await fs.rename(fresh, target);
    } catch (error) {
      await fs.rm(fresh, { recursive: true, force: true });
      throw error;
    }
    this.copied.set(key, true);
    return true;
  }

  private async fetchFile(key: string, folder: string, name: string): Promise<void> {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep)) throw new Error(`${key} is outside of its folder.`);
    const found = await this.bucket.get(key);
    if (!found || found === 'same') throw new Error(`${key} was deleted during the copy.`);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, found.body);
  }
}
