import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { inSpan } from '@tomekeeper/tracing';
import { Readable } from 'node:stream';
import { allowPages } from './browser-access';
import { MultipartStore } from './multipart-store';
import { isChanged, isNotFound, storeUnavailable } from './store-errors';

/** Source of a copy; the ETag fixes its content. */
export interface CopySource {
  key: string;
  etag: string;
}

/**
 * Copies an object through this process, as it comes: for stores that say they have copied and have not.
 * @throws as the store refuses, when the content is another one by now
 */
async function copyThrough(
  client: S3Client,
  { key, etag }: CopySource,
  target: PutObjectCommandInput,
  withinMs: number,
): Promise<void> {
  const source = await client.send(
    new GetObjectCommand({ Bucket: target.Bucket, Key: key, IfMatch: etag }),
    { requestTimeout: withinMs },
  );
  const put = streamedPut({
    ...target,
    Body: source.Body,
    ContentLength: source.ContentLength,
  });
  await client.send(put, { requestTimeout: withinMs });
}

/** A stream can't be hashed before it is sent. */
function streamedPut(input: PutObjectCommandInput): PutObjectCommand {
  const put = new PutObjectCommand(input);
  put.middlewareStack.add(
    (next) => (given) => {
      const { headers } = given.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(given);
    },
    { step: 'build', name: 'unsigned-payload' },
  );
  return put;
}

export interface ObjectStoreSettings {
  S3_ENDPOINT: string;
  S3_PUBLIC_ENDPOINT: string;
  S3_REGION: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_FORCE_PATH_STYLE: boolean;
}

/** Response headers with which the store serves a file. */
export interface ServedContent {
  contentType: string;
  disposition: string;
}

export interface Presigned {
  url: string;
  expiresAt: Date;
}

/** Metadata of an object: size in bytes and ETag. */
export interface ObjectFacts {
  size: number;
  etag: string;
}

/** A copy stays inside the store but takes longer than other calls; the gateway waits 10 s. */
const COPY_WITHIN_MS = 9000;

/** A stream arrives as fast as its source gives it. */
const STREAM_WITHIN_MS = 10 * 60_000;

/** Files that may be read at a time; a reader that takes nothing of its file holds its connection. */
const READERS = 512;

/** The bucket with everyone's files. Browsers reach it only through URLs that are signed here. */
export class ObjectStore {
  readonly bucket: string;
  readonly multipart: MultipartStore;
  /** Calls that this service makes itself. */
  private readonly client: S3Client;
  /** Separate connection pool for reads, so that slow readers do not block other calls. */
  private readonly reader: S3Client;
  /** Signs URLs for browsers, which may know the store under another address. */
  private readonly signer: S3Client;

  constructor(settings: ObjectStoreSettings) {
    this.bucket = settings.S3_BUCKET;
    this.client = createClient(settings, settings.S3_ENDPOINT);
    this.reader = createClient(settings, settings.S3_ENDPOINT, READERS);
    traceCalls(this.client);
    traceCalls(this.reader);
    this.signer = createClient(settings, settings.S3_PUBLIC_ENDPOINT);
    this.multipart = new MultipartStore(this.bucket, this.client, this.signer);
  }

  /** A URL that takes one file of this type, and of this size where it is known. */
  async presignUpload(key: string, contentType: string, size?: number): Promise<Presigned> {
    const seconds = DOCUMENT_LIMITS.uploadUrlSeconds;
    const expiresAt = new Date(Date.now() + seconds * 1000);
    const command = new PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ContentType: contentType,
      ...(size === undefined ? {} : { ContentLength: size }),
    });
    const url = await getSignedUrl(this.signer, command, {
      expiresIn: seconds,
      // Signed, they bind: the store refuses another type or length.
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    });
    return { url, expiresAt };
  }

  /** A URL that gives the file for a minute, the way {@link ServedContent} says. */
  async presignDownload(key: string, served: ServedContent): Promise<Presigned> {
    const seconds = DOCUMENT_LIMITS.downloadUrlSeconds;
    const expiresAt = new Date(Date.now() + seconds * 1000);
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ResponseContentType: served.contentType,
      ResponseContentDisposition: served.disposition,
      // A browser must not cache content that may be hidden later.
      ResponseCacheControl: 'private, no-store',
    });
    return { url: await getSignedUrl(this.signer, command, { expiresIn: seconds }), expiresAt };
  }

  /** Returns the metadata of an object, or undefined if it does not exist. */
  async describe(key: string): Promise<ObjectFacts | undefined> {
    try {
      const head = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return { size: head.ContentLength ?? 0, etag: head.ETag ?? '' };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  /**
   * Copies exactly the content that `etag` names. Of its headers the copy has the content type alone:
   * other headers that a browser sent with its PUT are not kept.
   * @returns false when the source is another one by now, or not there
   */
  async copy(from: string, etag: string, to: string, contentType: string): Promise<boolean> {
    const target = { Bucket: this.bucket, Key: to, ContentType: contentType };
    try {
      await this.client.send(
        new CopyObjectCommand({
          ...target,
          CopySource: `${this.bucket}/${from}`,
          CopySourceIfMatch: etag,
          MetadataDirective: 'REPLACE',
        }),
        { requestTimeout: COPY_WITHIN_MS },
      );
      // Ceph's gateway on dbstore answers 200 and makes nothing: a document would have no file.
      if ((await this.describe(to)) === undefined)
        await copyThrough(this.client, { key: from, etag }, target, COPY_WITHIN_MS);
      return true;
    } catch (error) {
      if (isNotFound(error) || isChanged(error)) return false;
      throw storeUnavailable(error);
    }
  }

  /** The bytes of an object as they come, or undefined when it is not there. */
  async read(key: string): Promise<Readable | undefined> {
    return (await this.open(key))?.body;
  }

  /** Opens an object for reading, with its metadata. */
  async open(key: string): Promise<(ObjectFacts & { body: Readable }) | undefined> {
    try {
      const got = await this.reader.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      if (!(got.Body instanceof Readable)) throw new Error('The store gave no stream.');
      return { body: got.Body, size: got.ContentLength ?? 0, etag: got.ETag ?? '' };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    try {
      await this.client.send(
        new PutObjectCommand({
          Bucket: this.bucket,
          Key: key,
          Body: bytes,
          ContentType: contentType,
        }),
      );
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  /** Stores a stream of known size. @throws the error of the stream */
  async putStream(
    key: string,
    { body, size }: { body: Readable; size: number },
    contentType: string,
  ): Promise<void> {
    try {
      await this.client.send(
        streamedPut({
          ...{ Bucket: this.bucket, Key: key, ContentType: contentType },
          ...{ Body: body, ContentLength: size },
        }),
        { requestTimeout: STREAM_WITHIN_MS },
      );
    } catch (error) {
      throw body.errored ?? storeUnavailable(error);
    }
  }

  /** @throws {DomainError} while the store does not answer */
  async expectAvailable(): Promise<void> {
    await this.probe().catch((error: unknown) => {
      throw storeUnavailable(error);
    });
  }

  /** Removes an object; succeeds if it does not exist. */
  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** @throws while the bucket can not be used */
  async probe(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  /** Makes the bucket where it is missing; several processes may try at once. */
  async ensureBucket(): Promise<void> {
    try {
      await this.probe();
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await this.client
        .send(new CreateBucketCommand({ Bucket: this.bucket }))
        .catch(ignoreExisting);
    }
  }

  /** @returns why pages of that origin can not upload and download, where nothing could be done about it */
  allowPages(origin: string): Promise<string | undefined> {
    return allowPages(this.client, this.bucket, origin);
  }

  close(): void {
    this.client.destroy();
    this.reader.destroy();
    this.signer.destroy();
  }
}

/** @param maxSockets defaults to the SDK's limit */
function createClient(settings: ObjectStoreSettings, endpoint: string, maxSockets = 50): S3Client {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  return new S3Client({
    endpoint,
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // The default would put the checksum of an empty body into every presigned PUT.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // Without the last of these the SDK only warns, and waits for ever.
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: 4000,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
}

/** Traces each call with its retries. Spans omit keys, which contain campaign ids. */
function traceCalls(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      (given) =>
        inSpan(
          {
            name: `S3 ${commandName.replace(/Command$/, '')}`,
            kind: 'client',
            attributes: { 'rpc.system': 'aws-api', 'rpc.service': 'S3' },
          },
          () => next(given),
        ),
    { step: 'initialize', name: 'span' },
  );
}

function ignoreExisting(error: unknown): void {
  const isThere =
    error instanceof S3ServiceException &&
    ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name);
  if (!isThere) throw error;
}
