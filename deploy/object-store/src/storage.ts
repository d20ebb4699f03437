import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@tomekeeper/cli-kit';
import {
  copyBlob,
  moveInto,
  openBlob,
  readBlobMeta,
  syncFolder,
  writeBlob,
  type BlobMeta,
  type OpenBlob,
} from './blob';
import { KeyLock } from './key-lock';
import { MultipartUploads } from './multipart-uploads';
import { S3Error } from './s3-error';

/** Throws to reject a write; gets the metadata of the current object. */
export type Precondition = (existing: BlobMeta | undefined) => void;

/**
 * Buckets and objects on disk: `<root>/<bucket>/objects/<2>/<sha256 of the key>`. A key is never
 * part of a path, so none can lead out of the folder.
 */
export class Storage {
  private readonly locks = new KeyLock();
  private readonly temporary: string;
  readonly uploads: MultipartUploads;

  constructor(private readonly root: string) {
    this.temporary = path.join(root, '.incoming');
    this.uploads = new MultipartUploads(root, this.temporary);
  }

  /** Creates the folders and removes partial uploads of a crash. */
  async open(): Promise<void> {
    await fs.rm(this.temporary, { recursive: true, force: true });
    await fs.mkdir(this.temporary, { recursive: true });
  }

  async createBucket(bucket: string): Promise<void> {
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)) throw new S3Error('InvalidBucketName');
    if (await this.hasBucket(bucket)) throw new S3Error('BucketAlreadyOwnedByYou');
    await fs.mkdir(this.objects(bucket), { recursive: true });
    await syncFolder(this.root);
  }

  async hasBucket(bucket: string): Promise<boolean> {
    if (!/^[a-z0-9-]+$/.test(bucket)) return false;
    return fs.access(this.objects(bucket)).then(
      () => true,
      () => false,
    );
  }

  /** Everything in the bucket, by key in UTF-8 order. Files are named by hashes, so it reads the metadata of all of them. */
  async list(bucket: string): Promise<readonly BlobMeta[]> {
    await this.requireBucket(bucket);
    const objects = this.objects(bucket);
    const found: BlobMeta[] = [];
    for (const folder of await fs.readdir(objects)) {
      for (const name of await fs.readdir(path.join(objects, folder))) {
        const meta = await readBlobMeta(path.join(objects, folder, name));
        if (meta) found.push(meta);
      }
    }
    return found.sort((a, b) => compareKeys(a.key, b.key));
  }

  async put(
    bucket: string,
    key: string,
    chunks: AsyncIterable<Buffer>,
    describe: () => BlobMeta,
    precondition: Precondition,
  ): Promise<BlobMeta> {
    await this.requireBucket(bucket);
    const target = this.file(bucket, key);
    // Checked twice: now, to avoid a useless upload, and after the upload, because the object may have
    // changed.
    precondition(await readBlobMeta(target));
    return writeBlob(this.temporary, chunks, describe, this.into(bucket, key, precondition));
  }

  /** Stores a copy of an object; `describe` returns the metadata of the copy, or throws to reject the source. */
  async copy(
    source: { bucket: string; key: string },
    { bucket, key }: { bucket: string; key: string },
    describe: (source: BlobMeta) => BlobMeta,
    precondition: Precondition,
  ): Promise<BlobMeta> {
    await this.requireBucket(source.bucket);
    await this.requireBucket(bucket);
    const from = this.file(source.bucket, source.key);
    const into = this.into(bucket, key, precondition);
    const meta = await copyBlob(this.temporary, from, describe, into);
    if (!meta) throw new S3Error('NoSuchKey');
    return meta;
  }

  async get(bucket: string, key: string): Promise<OpenBlob> {
    await this.requireBucket(bucket);
    const blob = await openBlob(this.file(bucket, key));
    if (!blob) throw new S3Error('NoSuchKey');
    return blob;
  }

  async delete(bucket: string, key: string): Promise<void> {
    await this.requireBucket(bucket);
    const target = this.file(bucket, key);
    await this.locks.run(target, async () => {
      try {
        await fs.unlink(target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    });
  }

  /** @param object metadata of the future object @returns the id of a multipart upload */
  async createUpload(bucket: string, object: BlobMeta): Promise<string> {
    await this.requireBucket(bucket);
    return this.uploads.create(bucket, object);
  }

  /** Moves a finished file to an object's place unless the precondition rejects the current object. */
  into(bucket: string, key: string, precondition: Precondition) {
    const target = this.file(bucket, key);
    return (file: string): Promise<void> =>
      this.locks.run(target, async () => {
        precondition(await readBlobMeta(target));
        await moveInto(file, target);
      });
  }

  private async requireBucket(bucket: string): Promise<void> {
    if (!(await this.hasBucket(bucket))) throw new S3Error('NoSuchBucket');
  }

  private objects(bucket: string): string {
    return path.join(this.root, bucket, 'objects');
  }

  private file(bucket: string, key: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return path.join(this.objects(bucket), name.slice(0, 2), name);
  }
}

export const compareKeys = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));
