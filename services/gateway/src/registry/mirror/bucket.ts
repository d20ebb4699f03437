import type { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { type GatewayConfig, S3_URL } from '../../config';

/** Files of one remote version. Anonymous requests can cause a list, and a bucket may hold other data. */
const MAX_FILES = 2000;
const CONNECT_MS = 3_000;
const ANSWER_MS = 10_000;

/** A changed object, `same` when the tag matches, undefined when it does not exist. */
export type Found =
  | { readonly body: Buffer; readonly tag: string | undefined }
  | 'same'
  | undefined;

/** Read access to a bucket. Keys are relative to the folder of the pointer file. */
export interface Bucket {
  get(key: string, knownTag?: string): Promise<Found>;
  list(start: string): Promise<string[]>;
  close(): void;
}

/**
 * Opens the bucket of `REMOTES_POINTERS`. Credentials follow the AWS defaults. The SDK is loaded on demand,
 * which saves memory in gateways that read a folder.
 */
export async function openBucket(config: GatewayConfig): Promise<Bucket> {
  const { REMOTES_POINTERS, REMOTES_S3_ENDPOINT: endpoint, AWS_REGION: region } = config;
  const { bucket: Bucket = '', key = '' } = S3_URL.exec(REMOTES_POINTERS)?.groups ?? {};
  const prefix = key.slice(0, key.lastIndexOf('/') + 1);
  const { GetObjectCommand, paginateListObjectsV2, S3Client } = await import('@aws-sdk/client-s3');
  const client: S3Client = new S3Client({
    region,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
  return {
    async get(name, IfNoneMatch) {
      try {
        const command = new GetObjectCommand({ Bucket, Key: prefix + name, IfNoneMatch });
        const { Body, ETag } = await client.send(command);
        return { body: Buffer.from((await Body?.transformToByteArray()) ?? []), tag: ETag };
      } catch (error) {
        const status = statusOf(error);
        if (status === 304) return 'same';
        if (status === 404) return undefined;
        throw error;
      }
    },
    async list(start) {
      const found: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + start });
      for await (const { Contents = [] } of pages) {
        found.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)));
        if (found.length > MAX_FILES)
          throw new Error(`More than ${MAX_FILES} files below ${start}.`);
      }
      return found;
    },
    close: () => client.destroy(),
  };
}

const ServiceError = z.looseObject({ $metadata: z.looseObject({ httpStatusCode: z.number() }) });
const statusOf = (error: unknown): number | undefined =>
  ServiceError.safeParse(error).data?.$metadata.httpStatusCode;
