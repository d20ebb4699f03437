import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '@tomekeeper/cli-kit';
import { moveInto, readBlobMeta, syncFolder, writeBlob, type BlobMeta } from './blob';
import { KeyLock } from './key-lock';
import { S3Error } from './s3-error';

/** Selects one upload; S3 expects the key together with the id. */
export type UploadRef = { readonly bucket: string; readonly key: string; readonly id: string };

/** A part as the client names it when it completes the upload. */
export type ListedPart = { readonly number: number; readonly etag: string };

export type StoredPart = { readonly number: number; readonly meta: BlobMeta };

type Commit = (file: string) => Promise<void>;

/** File with the metadata of the future object; parts are files named by their number. */
const MANIFEST = 'upload';
/** S3's minimum for all parts but the last. */
const SMALLEST_PART = 5 * 1024 * 1024;
/** Bytes of a part in memory while parts are joined. */
const PIECE = 1024 * 1024;

/**
 * Multipart uploads on disk: `<root>/<bucket>/uploads/<id>/`. A part becomes visible by a rename, an upload disappears
 * by one, so that a crash leaves neither a partial part nor a partial object.
 */
export class MultipartUploads {
  private readonly locks = new KeyLock();

  /** @param temporary emptied at start */
  constructor(
    private readonly root: string,
    private readonly temporary: string,
  ) {}

  /** @param object metadata of the future object @returns the id */
  async create(bucket: string, object: BlobMeta): Promise<string> {
    const id = randomBytes(16).toString('hex');
    const target = path.join(this.folder(bucket, id), MANIFEST);
    const into: Commit = async (file) => {
      await moveInto(file, target);
      await syncFolder(path.dirname(path.dirname(target)));
    };
    await writeBlob(this.temporary, Readable.from([]), () => object, into);
    return id;
  }

  /** Stores a part; another with the same number is replaced. */
  async putPart(
    upload: UploadRef,
    number: number,
    chunks: AsyncIterable<Buffer>,
    describe: () => BlobMeta,
  ): Promise<BlobMeta> {
    await this.require(upload);
    return writeBlob(this.temporary, chunks, describe, (file) =>
      this.locks.run(upload.id, async () => {
        // Aborted or completed while the part arrived.
        await this.require(upload);
        await moveInto(file, this.part(upload, number));
      }),
    );
  }

  /** Stored parts in order. */
  async parts(upload: UploadRef): Promise<readonly StoredPart[]> {
    await this.require(upload);
    const names = await fs.readdir(this.folder(upload.bucket, upload.id));
    const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
    const stored: StoredPart[] = [];
    for (const number of numbers.sort((a, b) => a - b)) {
      const meta = await readBlobMeta(this.part(upload, number));
      if (meta) stored.push({ number, meta });
    }
    return stored;
  }

  /**
   * Joins the listed parts into one object and removes the upload.
   * @param commit moves the finished file to the object's place
   * @throws {S3Error} if a part is missing, differs, or is too small, or the sum exceeds `maxBytes`
   */
  async complete(
    upload: UploadRef,
    listed: readonly ListedPart[],
    maxBytes: number,
    describe: (manifest: BlobMeta, parts: readonly BlobMeta[]) => BlobMeta,
    commit: Commit,
  ): Promise<BlobMeta> {
    return this.locks.run(upload.id, async () => {
      const manifest = await this.require(upload);
      const parts = chosenParts(listed, await this.parts(upload));
      if (sizeOf(parts) > maxBytes) throw new S3Error('EntityTooLarge');
      const files = listed.map(({ number }, at) => ({
        file: this.part(upload, number),
        size: parts[at]?.size ?? 0,
      }));
      const meta = await writeBlob(
        this.temporary,
        joined(files),
        () => describe(manifest, parts),
        commit,
      );
      await this.remove(upload);
      return meta;
    });
  }

  async abort(upload: UploadRef): Promise<void> {
    await this.locks.run(upload.id, async () => {
      await this.require(upload);
      await this.remove(upload);
    });
  }

  /** Metadata of the future object. */
  private async require({ bucket, key, id }: UploadRef): Promise<BlobMeta> {
    // Both become part of a path.
    const isSafe = /^[a-z0-9-]+$/.test(bucket) && /^[0-9a-f]{32}$/.test(id);
    const manifest = isSafe && (await readBlobMeta(path.join(this.folder(bucket, id), MANIFEST)));
    if (!manifest || manifest.key !== key) throw new S3Error('NoSuchUpload');
    return manifest;
  }

  private async remove({ bucket, id }: UploadRef): Promise<void> {
    const away = path.join(this.temporary, randomUUID());
    try {
      await fs.rename(this.folder(bucket, id), away);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    await syncFolder(path.join(this.root, bucket, 'uploads'));
    await fs.rm(away, { recursive: true, force: true });
  }

  private folder(bucket: string, id: string): string {
    return path.join(this.root, bucket, 'uploads', id);
  }

  private part({ bucket, id }: UploadRef, number: number): string {
    return path.join(this.folder(bucket, id), String(number));
  }
}

export const sizeOf = (parts: readonly BlobMeta[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

function chosenParts(listed: readonly ListedPart[], stored: readonly StoredPart[]): BlobMeta[] {
  if (listed.some(({ number }, at) => number <= (listed[at - 1]?.number ?? 0)))
    throw new S3Error('InvalidPartOrder');
  const byNumber = new Map(stored.map(({ number, meta }) => [number, meta]));
  const parts = listed.map(({ number, etag }) => {
    const meta = byNumber.get(number);
    if (meta?.etag !== etag) throw new S3Error('InvalidPart');
    return meta;
  });
  if (parts.slice(0, -1).some(({ size }) => size < SMALLEST_PART))
    throw new S3Error('EntityTooSmall');
  return parts;
}

/** The bytes of parts; the metadata at the end of each file is left out. */
async function* joined(
  files: readonly { file: string; size: number }[],
): AsyncGenerator<Buffer, void> {
  for (const { file, size } of files) {
    if (size === 0) continue;
    for await (const chunk of createReadStream(file, { end: size - 1, highWaterMark: PIECE }))
      yield chunk as Buffer;
  }
}
