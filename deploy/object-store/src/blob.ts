import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@tomekeeper/cli-kit';

/** Metadata of an object; stored in the same file as its bytes. */
export type BlobMeta = {
  readonly key: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** ISO 8601, whole seconds. */
  readonly lastModified: string;
  readonly contentType: string;
  /** Cache-Control and the like, as given. */
  readonly headers: Readonly<Record<string, string>>;
  /** `x-amz-meta-*`, as given. */
  readonly user: Readonly<Record<string, string>>;
  readonly checksums: Readonly<Record<string, string>>;
};

export type OpenBlob = { readonly meta: BlobMeta; readonly handle: fs.FileHandle };

/**
 * One file: the bytes, then the metadata as JSON, then the length of that and a mark. Being one
 * file, both appear and are replaced in a single rename; a file that was cut off lacks the mark.
 */
const MARK = Buffer.from('TKBLOB01');
const TAIL = 4 + MARK.length;

/**
 * Writes `chunks` to a temporary file, calls `describe` when they are complete, and moves the file to
 * `target` unless `commit` throws. On any error `target` remains unchanged.
 */
export async function writeBlob(
  folder: string,
  chunks: AsyncIterable<Buffer>,
  describe: () => BlobMeta,
  commit: (file: string) => Promise<void>,
): Promise<BlobMeta> {
  const file = path.join(folder, randomUUID());
  try {
    const handle = await fs.open(file, 'wx', 0o600);
    let meta: BlobMeta;
    try {
      await writeBehind(handle, chunks);
      meta = describe();
      await handle.writeFile(tailOf(meta));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await commit(file);
    return meta;
  } finally {
    await fs.rm(file, { force: true });
  }
}

/**
 * Like `writeBlob`, with the bytes of another blob's file, which the operating system copies or shares if the
 * file system supports it. `describe` gets the metadata from the copy, because the source may be replaced in
 * the meantime.
 * @returns undefined if the source does not exist
 */
export async function copyBlob(
  folder: string,
  source: string,
  describe: (source: BlobMeta) => BlobMeta,
  commit: (file: string) => Promise<void>,
): Promise<BlobMeta | undefined> {
  const file = path.join(folder, randomUUID());
  try {
    if (!(await copyFile(source, file))) return undefined;
    const handle = await fs.open(file, 'r+');
    let meta: BlobMeta;
    try {
      const copied = await readMeta(handle);
      if (!copied) return undefined;
      meta = describe(copied);
      await handle.truncate(copied.size);
      await handle.write(tailOf(meta), 0, null, copied.size);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await commit(file);
    return meta;
  } finally {
    await fs.rm(file, { force: true });
  }
}

/** @returns false when there is no such source */
async function copyFile(source: string, file: string): Promise<boolean> {
  try {
    await fs.copyFile(source, file, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function tailOf(meta: BlobMeta): Buffer {
  const json = Buffer.from(JSON.stringify(meta));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MARK]);
}

/** Written at once. While that is under way as much again is received. */
const BATCH_BYTES = 1024 * 1024;

/** @param chunks must not be reused by the caller, because they are written asynchronously */
async function writeBehind(handle: fs.FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of chunks) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes < BATCH_BYTES) continue;
      await writing;
      writing = writeAll(handle, waiting);
      writing.catch(() => undefined); // the next await of it throws
      waiting = [];
      bytes = 0;
    }
  } finally {
    // The file must not be closed while a write is under way, even after an error.
    await writing;
  }
  await writeAll(handle, waiting);
}

async function writeAll(handle: fs.FileHandle, chunks: Buffer[]): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await handle.writev(chunks);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  // A disk that is full takes a part, and says why at the next try.
  if (bytesWritten < bytes) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** Moves a finished file into place so that it survives a crash right afterwards. */
export async function moveInto(file: string, target: string): Promise<void> {
  await fs.mkdir(path.dirname(target), { recursive: true });
  await fs.rename(file, target);
  await syncFolder(path.dirname(target));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens a blob for reading; `undefined` when there is none or it is damaged. */
export async function openBlob(file: string): Promise<OpenBlob | undefined> {
  let handle: fs.FileHandle;
  try {
    handle = await fs.open(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const meta = await readMeta(handle).catch(() => undefined);
  if (meta) return { meta, handle };
  await handle.close();
  return undefined;
}

export async function readBlobMeta(file: string): Promise<BlobMeta | undefined> {
  const blob = await openBlob(file);
  await blob?.handle.close();
  return blob?.meta;
}

async function readMeta(handle: fs.FileHandle): Promise<BlobMeta | undefined> {
  const { size } = await handle.stat();
  if (size < TAIL) return undefined;
  const tail = await readAt(handle, size - TAIL, TAIL);
  if (!tail.subarray(4).equals(MARK)) return undefined;
  const length = tail.readUInt32BE(0);
  const json = await readAt(handle, size - TAIL - length, length);
  // Our own writing, proved whole by the mark.
  const meta = JSON.parse(json.toString('utf8')) as BlobMeta;
  return meta.size === size - TAIL - length ? meta : undefined;
}

async function readAt(handle: fs.FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
