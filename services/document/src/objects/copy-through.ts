import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';

/** What is copied, and exactly which content of it. */
export interface CopySource {
  key: string;
  etag: string;
}

/**
 * Copies an object through this process, as it comes: for stores that say they have copied and have not.
 * @throws as the store refuses, when the content is another one by now
 */
export async function copyThrough(
  client: S3Client,
  { key, etag }: CopySource,
  target: PutObjectCommandInput,
  withinMs: number,
): Promise<void> {
  const source = await client.send(
    new GetObjectCommand({ Bucket: target.Bucket, Key: key, IfMatch: etag }),
    { requestTimeout: withinMs },
  );
  const put = new PutObjectCommand({
    ...target,
    Body: source.Body,
    ContentLength: source.ContentLength,
  });
  // A stream can't be hashed before it is sent.
  put.middlewareStack.add(
    (next) => (given) => {
      const { headers } = given.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(given);
    },
    { step: 'build', name: 'unsigned-payload' },
  );
  await client.send(put, { requestTimeout: withinMs });
}
