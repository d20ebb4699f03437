import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { errorCode, errorMessage, StartupProblem } from '@tomekeeper/cli-kit';
import { ABOUT, CHECKSUMS } from './archive-writer';
import { SEAL_MARK, Unseal } from './sealing';

export type ArchiveEntry = {
  readonly name: string;
  readonly size: number;
  /** Metadata stored with the entry. */
  readonly about: unknown;
  /** To be read to its end, or not at all. */
  readonly chunks: AsyncIterable<Buffer>;
};

export type Archive = { readonly file: string; readonly passphrase?: string | undefined };

/** Iterates over the entries of an archive; bytes that `visit` does not read are skipped. */
export async function readArchive(
  { file, passphrase }: Archive,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const isSealed = await beginsSealed(file);
  if (isSealed && !passphrase) {
    throw new StartupProblem(`${file} is encrypted: name its passphrase in BACKUP_PASSPHRASE.`);
  }
  const entries = extract();
  const source = createReadStream(file);
  const sink = (unzipped: AsyncIterable<Buffer>) => feed(unzipped, entries);
  const fed =
    isSealed && passphrase
      ? pipeline(source, new Unseal(passphrase), createGunzip(), sink)
      : pipeline(source, createGunzip(), sink);
  let isDamaged = false;
  fed.catch((error: Error) => {
    isDamaged = !(error instanceof GivenUp);
    entries.destroy(error);
  });
  let refused: { error: unknown } | undefined;
  try {
    for await (const entry of entries) {
      const { name, size } = entry.header;
      const about = aboutOf(entry.header.pax);
      const reading = new Reading(entry as AsyncIterable<unknown> as AsyncIterable<Buffer>);
      await visit({ name, size, about, chunks: reading }).catch((error: unknown) => {
        // Unless it only heard of the damage while it read.
        if (!isDamaged) refused = { error };
        throw error;
      });
      await reading.skipUnlessBegun();
    }
    await fed;
  } catch (error) {
    entries.destroy();
    const cause = await fed.then(
      () => error,
      (reason: unknown) => reason,
    );
    // The original error is more helpful than "the stream was closed".
    throw refused ? refused.error : explained(file, cause);
  }
}

/**
 * Reads an archive to its end and compares every entry with its checksum.
 * @returns the whole content of the entries in `wanted`
 * @throws {StartupProblem} when it is damaged or was never finished
 */
export async function verifyArchive(
  archive: Archive,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, string>();
  const kept = new Map<string, Buffer>();
  let expected: string | undefined;
  await readArchive(archive, async ({ name, chunks }) => {
    const hash = createHash('sha256');
    const content: Buffer[] = [];
    const isKept = wanted.includes(name) || name === CHECKSUMS;
    for await (const chunk of chunks) {
      hash.update(chunk);
      if (isKept) content.push(chunk);
    }
    if (name === CHECKSUMS) expected = Buffer.concat(content).toString('utf8');
    else found.set(name, hash.digest('hex'));
    if (wanted.includes(name)) kept.set(name, Buffer.concat(content));
  });
  if (expected === undefined) throw notWhole(archive.file, 'its list of checksums is missing');
  const lines = expected.split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const [sum, name = ''] = [line.slice(0, 64), line.slice(66)];
    if (found.get(name) !== sum)
      throw notWhole(archive.file, `${name} was modified after the backup`);
  }
  if (lines.length !== found.size) throw notWhole(archive.file, 'it holds more than was saved');
  return kept;
}

/** Reads the complete content of a small entry. */
export async function whole({ chunks }: ArchiveEntry): Promise<Buffer> {
  const content: Buffer[] = [];
  for await (const chunk of chunks) content.push(chunk);
  return Buffer.concat(content);
}

/** The reader wants no more. */
class GivenUp extends Error {}

async function feed(unzipped: AsyncIterable<Buffer>, entries: Extract): Promise<void> {
  const closed = once(entries, 'close');
  closed.catch(() => undefined);
  for await (const chunk of unzipped) {
    // No `drain` event follows after the entries were closed.
    if (!entries.write(chunk)) await Promise.race([once(entries, 'drain'), closed]);
    if (entries.destroyed) throw new GivenUp();
  }
  entries.end(null);
  await closed;
}

function aboutOf(pax: unknown): unknown {
  const { [ABOUT]: text } = (pax ?? {}) as Record<string, string | undefined>;
  return text === undefined ? undefined : JSON.parse(text);
}

/** The bytes of an entry. The next entry starts after these have been read. */
class Reading implements AsyncIterable<Buffer> {
  private hasBegun = false;

  constructor(private readonly entry: AsyncIterable<Buffer>) {}

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    this.hasBegun = true;
    return this.entry[Symbol.asyncIterator]();
  }

  async skipUnlessBegun(): Promise<void> {
    if (!this.hasBegun) for await (const _chunk of this);
  }
}

async function beginsSealed(file: string): Promise<boolean> {
  try {
    const handle = await fs.open(file, 'r');
    try {
      const { buffer } = await handle.read(Buffer.alloc(SEAL_MARK.length), 0, SEAL_MARK.length, 0);
      return buffer.equals(SEAL_MARK);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new StartupProblem(`The backup ${file} can't be read (${errorCode(error)}).`);
  }
}

function explained(file: string, error: unknown): unknown {
  if (error instanceof StartupProblem) return error;
  const isOurs =
    errorCode(error)?.startsWith('Z_') || /tar|Unexpected end/i.test(errorMessage(error));
  return isOurs ? notWhole(file, errorMessage(error)) : error;
}

function notWhole(file: string, reason: string): StartupProblem {
  return new StartupProblem(
    `${file} is no whole backup (${reason}): use another one. Nothing was changed.`,
  );
}
