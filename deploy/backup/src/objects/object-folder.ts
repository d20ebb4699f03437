import { BUCKET } from '@tomekeeper/launcher/backing';
import { Storage, S3Error } from '@tomekeeper/object-store';
import type { ObjectPlace, StoredObject } from './stored-objects';

/** The files of the embedded store, whether it runs or not: one each, replaced only by renaming. */
export class ObjectFolder implements ObjectPlace {
  private constructor(private readonly storage: Storage) {}

  static existing(folder: string): ObjectFolder {
    return new ObjectFolder(new Storage(folder));
  }

  static async empty(folder: string): Promise<ObjectFolder> {
    const storage = new Storage(folder);
    await storage.open();
    await storage.createBucket(BUCKET);
    return new ObjectFolder(storage);
  }

  async read(key: string): Promise<StoredObject | undefined> {
    try {
      const { meta, handle } = await this.storage.get(BUCKET, key);
      if (meta.size > 0)
        return { meta, chunks: handle.createReadStream({ start: 0, end: meta.size - 1 }) };
      await handle.close();
      return { meta, chunks: nothing() };
    } catch (error) {
      if (error instanceof S3Error && ['NoSuchKey', 'NoSuchBucket'].includes(error.code))
        return undefined;
      throw error;
    }
  }

  async write({ meta, chunks }: StoredObject): Promise<void> {
    await this.storage.put(
      BUCKET,
      meta.key,
      chunks,
      () => meta,
      () => undefined,
    );
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
