import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { Seal } from './sealing';

/** Last entry of an archive: checksums of all entries in the format of `sha256sum --check`. */
export const CHECKSUMS = 'SHA256SUMS';

export type EntryOptions = {
  /** Kept with the entry, for our own reading. */
  readonly about?: unknown;
};

/** The name under which tar keeps `about`. */
export const ABOUT = 'TOMEKEEPER.about';

/** A compressed tar file, written to a temporary file and renamed when it is complete. */
export class ArchiveWriter {
  private readonly tar = pack();
  private readonly sums: string[] = [];
  private readonly written: Promise<void>;
  private readonly unfinished: string;

  constructor(
    private readonly file: string,
    { passphrase }: { passphrase?: string | undefined } = {},
  ) {
    this.unfinished = `${file}.unfinished`;
    // Holds secrets: no other user of the machine may read it.
    const target = createWriteStream(this.unfinished, { mode: 0o600, flags: 'wx', flush: true });
    const zip = createGzip({ level: 4 });
    const tar = Readable.from(this.tar);
    this.written = passphrase
      ? pipeline(tar, zip, new Seal(passphrase), target)
      : pipeline(tar, zip, target);
    // Heard where the writing waits; without this a full disk would end the process first.
    this.written.catch(() => undefined);
  }

  /** Adds a whole entry. */
  async add(name: string, content: Buffer | string, options: EntryOptions = {}): Promise<void> {
    const bytes = Buffer.from(content);
    await this.addStream(name, bytes.length, [bytes], options);
  }

  /** Adds an entry of a size known before. @throws when the chunks are more or fewer bytes */
  async addStream(
    name: string,
    size: number,
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    { about }: EntryOptions = {},
  ): Promise<void> {
    const hash = createHash('sha256');
    const stored = promised();
    const entry = this.tar.entry(
      {
        name,
        size,
        mode: 0o600,
        ...(about !== undefined && { pax: { [ABOUT]: JSON.stringify(about) } }),
      },
      stored.settle,
    );
    let length = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      length += chunk.length;
      if (length > size) throw new Error(`${name} grew while it was read`);
      if (!entry.write(chunk)) await this.orBroken(once(entry, 'drain'));
    }
    if (length !== size) throw new Error(`${name} has ${length} bytes, not ${size}`);
    entry.end(null);
    await this.orBroken(stored.done);
    this.sums.push(`${hash.digest('hex')}  ${name}\n`);
  }

  /** Writes the checksums and gives the file its name. */
  async finish(): Promise<void> {
    await this.add(CHECKSUMS, this.sums.join(''));
    this.tar.finalize();
    await this.written;
    // Fails where a file of that name has come meanwhile, instead of replacing it.
    await fs.link(this.unfinished, this.file);
    await fs.rm(this.unfinished);
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
    await fs.rm(this.unfinished, { force: true });
  }

  /** Waits, and fails at once when the file can't be written any more. */
  private async orBroken(done: Promise<unknown>): Promise<void> {
    await Promise.race([done, this.written]);
  }
}

/** Settled by a callback. */
function promised() {
  let settle: (error?: Error | null) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  done.catch(() => undefined);
  return { done, settle };
}
