import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';

export type BucketSettings = {
  readonly bucket: string;
  /** Before every key, with a slash at its end, or empty. */
  readonly prefix: string;
  readonly client: S3Client;
};

/** Number of concurrent writes in the probe; at most one may succeed. */
const RIVALS = 4;
/** S3 answers 409 when two conditional writes collide. */
const REFUSALS = [409, 412];

/**
 * Whether at most one of several simultaneous conditional writes succeeds, both when they create an object
 * (`If-None-Match: *`) and when they replace the version they have read (`If-Match`). Some stores ignore both, and say nothing.
 */
export async function honoursConditions({
  bucket: Bucket,
  prefix,
  client,
}: BucketSettings): Promise<boolean> {
  const Key = `${prefix}.probe/${randomUUID()}`;
  const rivals = async (condition: Partial<PutObjectCommandInput>): Promise<string[]> => {
    const writes = Array.from({ length: RIVALS }, () =>
      client
        // ETags are hashes of the content, so every write needs different content.
        .send(new PutObjectCommand({ Bucket, Key, Body: randomUUID(), ...condition }))
        .then(({ ETag = '' }) => ETag, refused),
    );
    return (await Promise.all(writes)).filter((tag) => tag !== undefined);
  };
  try {
    const created = await rivals({ IfNoneMatch: '*' });
    const [tag] = created;
    if (tag === undefined || created.length > 1) return created.length === 0;
    return (await rivals({ IfMatch: tag })).length <= 1;
  } finally {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
  }
}

function refused(error: S3ServiceException): undefined {
  if (!REFUSALS.includes(error.$metadata?.httpStatusCode ?? 0)) throw error;
}
