import {
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { testEnvironment } from '@tomekeeper/testing';
import { ObjectStore } from '../src/storage/object-store';

const env = testEnvironment();
const Bucket = env.TEST_S3_BUCKET;
const settings = {
  S3_ENDPOINT: env.TEST_S3_ENDPOINT,
  S3_PUBLIC_ENDPOINT: env.TEST_S3_ENDPOINT,
  S3_REGION: env.TEST_S3_REGION,
  S3_BUCKET: Bucket,
  S3_ACCESS_KEY_ID: env.TEST_S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY: env.TEST_S3_SECRET_ACCESS_KEY,
  S3_FORCE_PATH_STYLE: true,
};

/** As Ceph's gateway on dbstore does. */
async function claimsToHaveCopied<T>(work: () => Promise<T>): Promise<T> {
  const original = S3Client.prototype.send;
  const spy = jest.spyOn(S3Client.prototype, 'send').mockImplementation(function (
    this: S3Client,
    ...given: unknown[]
  ) {
    if (given[0] instanceof CopyObjectCommand) return Promise.resolve({ $metadata: {} });
    return Reflect.apply(original, this, given) as never;
  } as never);
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

let store: ObjectStore;
let s3: S3Client;
beforeAll(() => {
  store = new ObjectStore(settings);
  s3 = new S3Client({
    endpoint: env.TEST_S3_ENDPOINT,
    region: env.TEST_S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.TEST_S3_ACCESS_KEY_ID,
      secretAccessKey: env.TEST_S3_SECRET_ACCESS_KEY,
    },
  });
});
afterAll(() => {
  s3.destroy();
  store.close();
});

it('makes a copy where the store only says that it has', async () => {
  const Body = Buffer.alloc(3_000_000, 'tome');
  const from = { Bucket, Key: 'copied/from', Metadata: { note: 'left behind' } };
  await s3.send(new PutObjectCommand({ ...from, Body }));
  const { etag = '' } = (await store.describe('copied/from')) ?? {};
  const copy = (wanted: string) =>
    claimsToHaveCopied(() => store.copy('copied/from', wanted, 'copied/to', 'text/plain'));
  expect(await copy('"00000000000000000000000000000000"')).toBe(false);
  expect(await store.describe('copied/to')).toBeUndefined();
  expect(await copy(etag)).toBe(true);
  const made = await s3.send(new GetObjectCommand({ Bucket, Key: 'copied/to' }));
  expect([made.ContentType, made.Metadata]).toEqual(['text/plain', {}]);
  expect(Buffer.from((await made.Body?.transformToByteArray()) ?? []).equals(Body)).toBe(true);
});

it('answers while a hundred readers take nothing of their files', async () => {
  const Key = 'never-read';
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(8_000_000, 'tome') }));
  const readers = await Promise.all(Array.from({ length: 100 }, () => store.read(Key)));
  expect(await store.describe(Key)).toMatchObject({ size: 8_000_000 });
  for (const reader of readers) reader?.destroy();
});
