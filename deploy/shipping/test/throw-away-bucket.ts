import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

const setting = (name: string): string => process.env[`TEST_S3_${name}`] ?? '';

/** The object store of this test run; each spec has a separate bucket. */
export const endpoint = setting('ENDPOINT');
export const region = setting('REGION');
export const keys = {
  accessKeyId: setting('ACCESS_KEY_ID'),
  secretAccessKey: setting('SECRET_ACCESS_KEY'),
};
export const Bucket = `shipping-${process.pid}-${Date.now()}`;

const clients: S3Client[] = [];

/** Another client of the same store, as another machine has one. */
export function client(): S3Client {
  const made = new S3Client({ endpoint, region, credentials: keys, forcePathStyle: true });
  clients.push(made);
  return made;
}
export const s3 = client();

beforeAll(() => s3.send(new CreateBucketCommand({ Bucket })));
afterAll(() => clients.forEach((made) => made.destroy()));

export async function read(Key: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return (await Body?.transformToString()) ?? '';
}
