import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { readMail, type Mail } from './read-mail';

export interface Bounds {
  readonly mails: number;
  readonly bytes: number;
}

const EXTENSION = '.eml';
/** Suffix of a mail that is being written; a partial file at startup was never accepted. */
const UNFINISHED = '.part';

type KeptMail = { readonly mail: Mail; readonly json: Buffer };

/** The mails in a folder, a file each: the newest within its bounds, read into memory. */
export class MailFolder {
  /** Oldest first. */
  private kept: KeptMail[] = [];
  private bytes = 0;
  private list: Buffer | undefined;
  /** Another one after each change. */
  version = 0;

  private constructor(
    private readonly folder: string,
    private readonly bounds: Bounds,
  ) {}

  /** Reads existing mails, including those of earlier inboxes, which have the same format. */
  static async open(folder: string, bounds: Bounds): Promise<MailFolder> {
    const opened = new MailFolder(folder, bounds);
    await fs.mkdir(folder, { recursive: true });
    const files: { name: string; cameAt: Date }[] = [];
    for (const name of await fs.readdir(folder)) {
      const file = path.join(folder, name);
      if (name.endsWith(UNFINISHED)) await fs.rm(file, { force: true });
      if (name.endsWith(EXTENSION)) files.push({ name, cameAt: (await fs.stat(file)).mtime });
    }
    files.sort((a, b) => a.cameAt.getTime() - b.cameAt.getTime() || a.name.localeCompare(b.name));
    for (const { name, cameAt } of files) {
      const source = await fs.readFile(path.join(folder, name));
      opened.add(await readMail(name.slice(0, -EXTENSION.length), source, cameAt));
      await opened.removeOldest();
    }
    return opened;
  }

  /** Resolves once the mail would survive a power cut: only then may its sender forget it. */
  async keep(source: AsyncIterable<Buffer>, isWhole: () => boolean): Promise<'kept' | 'too large'> {
    const id = randomUUID();
    const file = this.fileOf(id);
    const unfinished = `${file}${UNFINISHED}`;
    const chunks: Buffer[] = [];
    try {
      const handle = await fs.open(unfinished, 'wx', 0o600);
      try {
        for await (const chunk of source) {
          chunks.push(chunk);
          await handle.writeFile(chunk);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (!isWhole()) return 'too large';
      await fs.rename(unfinished, file);
      await syncFolder(this.folder);
    } finally {
      await fs.rm(unfinished, { force: true });
    }
    this.add(await readMail(id, Buffer.concat(chunks), new Date()));
    await this.removeOldest();
    return 'kept';
  }

  /** Newest first. */
  *newest(): Generator<Mail> {
    for (let at = this.kept.length - 1; at >= 0; at--) {
      const { mail } = this.kept[at] ?? {};
      if (mail) yield mail;
    }
  }

  find(id: string): Mail | undefined {
    return this.kept.find(({ mail }) => mail.id === id)?.mail;
  }

  /** All mails as one JSON array, oldest first; cached until the next change. */
  get json(): Buffer {
    this.list ??= Buffer.from(`[${this.kept.map(({ json }) => json.toString()).join(',')}]`);
    return this.list;
  }

  source(id: string): Promise<Buffer> {
    return fs.readFile(this.fileOf(id));
  }

  /** Deletes the matching mails. @returns their number */
  async delete(isMeant: (mail: Mail) => boolean): Promise<number> {
    const gone = this.kept.filter(({ mail }) => isMeant(mail));
    this.kept = this.kept.filter((each) => !gone.includes(each));
    this.changed();
    for (const { mail } of gone) {
      this.bytes -= mail.size;
      await fs.rm(this.fileOf(mail.id), { force: true });
    }
    return gone.length;
  }

  private add(mail: Mail): void {
    this.kept.push({ mail, json: Buffer.from(JSON.stringify(mail)) });
    this.bytes += mail.size;
    this.changed();
  }

  private async removeOldest(): Promise<void> {
    while (this.kept.length > this.bounds.mails || this.bytes > this.bounds.bytes) {
      const oldest = this.kept[0]?.mail;
      if (oldest === undefined) return;
      await this.delete((mail) => mail === oldest);
    }
  }

  private changed(): void {
    this.list = undefined;
    this.version++;
  }

  private fileOf(id: string): string {
    return path.join(this.folder, `${id}${EXTENSION}`);
  }
}

/** A file that was renamed is safe once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and persists names without fsync.
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
