import {
  CreateBucketCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { s3 } from './store-fixture';

describe('buckets and lists', () => {
  it('makes buckets and knows which exist', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'another' }));
    await s3.send(new HeadBucketCommand({ Bucket: 'another' }));
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'absent' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('lists by prefix, page by page', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'lists' }));
    const names = ['a/1', 'a/2', 'a/3', 'b/1', 'b/c/2', 'd', 'é', '🐉'];
    const add = (Key: string) => s3.send(new PutObjectCommand({ Bucket: 'lists', Key, Body: Key }));
    await Promise.all(names.slice(0, 5).map(add));
    const list = (more: object) => s3.send(new ListObjectsV2Command({ Bucket: 'lists', ...more }));
    expect((await list({})).KeyCount).toBe(5);
    await Promise.all(names.slice(5).map(add));
    const seen: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ MaxKeys: 3, ContinuationToken });
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(seen).toEqual(names);
    expect((await list({ Prefix: 'a/' })).Contents?.map(({ Key }) => Key)).toEqual([
      'a/1',
      'a/2',
      'a/3',
    ]);
  });
});
