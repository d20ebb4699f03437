import type { Readable } from 'node:stream';
import type { UnitOfWork } from '@tomekeeper/persistence';
import { removeObjects } from '../storage/object-removal';
import type { StoredPart } from '../storage/multipart-store';
import type { ObjectStore } from '../storage/object-store';

/** Bytes of one part of a multipart upload, and of the buffer of an export. Stores take parts of 5 MB or more. */
export const PART_BYTES = 8 * 1024 * 1024;
const JOIN_WITHIN_MS = 60_000;
/** A crashed upload is removed after this time. */
const UNFINISHED_FOR = '24 hours';

/**
 * Stores a stream of unknown size in parts. The object has no row yet; the cleanup removes objects that are not marked as used.
 * @returns size in bytes
 * @throws the error of the stream
 */
export async function storeStream(
  { uow, store }: { uow: UnitOfWork; store: ObjectStore },
  key: string,
  body: Readable,
): Promise<number> {
  const id = await store.multipart.create(key, 'application/zip');
  await uow.query(
    `INSERT INTO object_removal (s3_key, multipart_id, due_at, again_at)
     VALUES ($1, $2, now() + interval '${UNFINISHED_FOR}', now() + interval '${UNFINISHED_FOR}')`,
    [key, id],
  );
  const parts: StoredPart[] = [];
  // One buffer for all parts: garbage of this size would raise the memory of the process until it is collected.
  const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
  let [size, length] = [0, 0];
  const put = async () => {
    parts.push(
      await store.multipart.put({ key, id }, parts.length + 1, buffer.subarray(0, length)),
    );
    size += length;
    length = 0;
  };
  for await (const chunk of body as AsyncIterable<Buffer>)
    for (let rest = chunk; rest.length > 0;) {
      const copied = rest.copy(buffer, length);
      length += copied;
      rest = rest.subarray(copied);
      if (length === PART_BYTES) await put();
    }
  if (length > 0 || parts.length === 0) await put();
  await store.multipart.complete({ key, id }, parts, JOIN_WITHIN_MS);
  return size;
}

/** Removes stored streams that no row points to. */
export async function discardStreams(uow: UnitOfWork, keys: readonly string[]): Promise<void> {
  await uow.run(async (tx) => {
    const unused = await tx.query(
      'UPDATE object_removal SET due_at = now(), again_at = now() WHERE s3_key = ANY ($1) RETURNING 1',
      [keys],
    );
    if (unused.length > 0) await tx.outbox.job(removeObjects, {});
  });
}
