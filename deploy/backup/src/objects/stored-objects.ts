import type { BlobMeta } from '@tomekeeper/object-store';

/** An object with the metadata of its store. */
export type StoredObject = {
  readonly meta: BlobMeta;
  readonly chunks: AsyncIterable<Buffer>;
};

/** A bucket: a folder of the embedded store, or one of an S3 service. */
export interface ObjectPlace {
  /** @returns undefined when there is none of that name */
  read(key: string): Promise<StoredObject | undefined>;
  write(object: StoredObject): Promise<void>;
}
