import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Config } from '@tomekeeper/launcher';
import type { ObjectPlace, StoredObject } from './stored-objects';

/** The bucket of the operator's own that S3_BUCKET names. */
export class ObjectBucket implements ObjectPlace {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ S3_BUCKET, S3_REGION, S3_ENDPOINT, environment }: Config) {
    if (S3_BUCKET === undefined) throw new Error('no bucket is set');
    this.bucket = S3_BUCKET;
    const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
    this.client = new S3Client({
      region: S3_REGION ?? 'us-east-1',
      ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
      forcePathStyle: environment['S3_FORCE_PATH_STYLE'] !== 'false',
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // Bodies are streams: a checksum beforehand would need them twice.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }

  async read(key: string): Promise<StoredObject | undefined> {
    try {
      const got = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      if (!(got.Body instanceof Readable)) throw new Error('the store gave no stream');
      return {
        meta: {
          key,
          size: got.ContentLength ?? 0,
          etag: got.ETag?.replaceAll('"', '') ?? '',
          lastModified: (got.LastModified ?? new Date(0)).toISOString(),
          contentType: got.ContentType ?? 'application/octet-stream',
          headers: {},
          user: got.Metadata ?? {},
          checksums: {},
        },
        chunks: got.Body,
      };
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)
        return undefined;
      throw error;
    }
  }

  async write({ meta, chunks }: StoredObject): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: meta.key,
        Body: Readable.from(chunks),
        ContentLength: meta.size,
        ContentType: meta.contentType,
        Metadata: { ...meta.user },
      }),
    );
  }
}
