import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Bucket, s3, read, presigner } from './store-fixture';

describe('multipart uploads', () => {
  const Key = 'campaign map.tiff';
  const part = Buffer.alloc(5 * 1024 * 1024, 'map');

  it('joins parts, some of them presigned', async () => {
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'image/tiff' }),
    );
    const one = await s3.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: part }),
    );
    const url = await getSignedUrl(
      presigner(),
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 2 }),
    );
    const two = await fetch(url, { method: 'PUT', body: 'the end' });
    expect((await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))).Parts).toHaveLength(2);
    const complete = (ETag2: string) =>
      s3.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key,
          UploadId,
          MultipartUpload: {
            Parts: [
              { PartNumber: 1, ETag: one.ETag },
              { PartNumber: 2, ETag: ETag2 },
            ],
          },
        }),
      );
    await expect(complete('"wrong"')).rejects.toMatchObject({ name: 'InvalidPart' });
    const { ETag } = await complete(two.headers.get('etag') ?? '');
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: part.length + 7, ContentType: 'image/tiff' });
    expect(await read(Key, { Range: 'bytes=-7' })).toBe('the end');
    await expect(s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  it('forgets an aborted one, and one that was never started', async () => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'gone' }));
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'gone', UploadId }));
    for (const id of [UploadId, '../../objects', 'f'.repeat(32)]) {
      await expect(
        s3.send(
          new UploadPartCommand({ Bucket, Key: 'gone', UploadId: id, PartNumber: 1, Body: 'x' }),
        ),
      ).rejects.toMatchObject({ name: 'NoSuchUpload' });
    }
  });
});
