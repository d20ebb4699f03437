import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { freePort } from '@tomekeeper/cli-kit';
import { startObjectStore, type ObjectStore } from '../src/object-store';

/** An object store for the specs that import this, and the AWS SDK pointed at it. */
export const ORIGIN = 'http://localhost:8080';
export const Bucket = 'tomekeeper';
export const MAX = 20 * 1024 * 1024;

export let folder: string;
export let store: ObjectStore;
export let s3: S3Client;

export const keys = { accessKeyId: 'TKACCESS', secretAccessKey: 'a secret/with+odd=characters' };

async function start(port: number): Promise<ObjectStore> {
  return startObjectStore({
    dir: path.join(folder, 'objects'),
    ...keys,
    allowedOrigins: [ORIGIN],
    maxObjectBytes: MAX,
    buckets: [Bucket],
    port,
  });
}

/** Ended with the spec. */
export const clients: S3Client[] = [];

export function client(secretAccessKey = keys.secretAccessKey, checks?: 'WHEN_REQUIRED'): S3Client {
  const made = new S3Client({
    endpoint: store.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: keys.accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
    ...(checks && { requestChecksumCalculation: checks, responseChecksumValidation: checks }),
  });
  clients.push(made);
  return made;
}

/** Reopens the same store, as after a reboot. */
export async function restart(): Promise<void> {
  const { port } = store;
  await store.stop();
  store = await start(port);
}

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-store-'));
  store = await start(await freePort());
  s3 = client();
});

afterAll(async () => {
  for (const made of clients) made.destroy();
  await store.stop();
  await fs.rm(folder, { recursive: true });
});

export const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
export const read = async (Key: string, more: object = {}): Promise<string> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return (await Body?.transformToString()) ?? '';
};
export const presigner = () => client(keys.secretAccessKey, 'WHEN_REQUIRED');
export const putUrl = (Key: string, more: object = {}, expiresIn = 60, signed = ['content-type']) =>
  getSignedUrl(presigner(), new PutObjectCommand({ Bucket, Key, ...more }), {
    expiresIn,
    signableHeaders: new Set(signed),
  });
export const getUrl = (Key: string, more: object = {}, expiresIn = 60) =>
  getSignedUrl(presigner(), new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn });
