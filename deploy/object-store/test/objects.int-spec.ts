import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Bucket, MAX, folder, store, s3, put, read, putUrl, getUrl } from './store-fixture';

describe('objects', () => {
  it('stores, reads, describes and deletes', async () => {
    await put('notes/Barovia.md', '# Barovia', {
      ContentType: 'text/markdown',
      Metadata: { campaign: 'c1' },
    });
    expect(await read('notes/Barovia.md')).toBe('# Barovia');
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'notes/Barovia.md' }));
    expect(head).toMatchObject({
      ContentLength: 9,
      ContentType: 'text/markdown',
      Metadata: { campaign: 'c1' },
      ETag: `"${createHash('sha256').update('# Barovia').digest('hex').slice(0, 32)}"`,
    });
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'notes/Barovia.md' }));
    await expect(read('notes/Barovia.md')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'notes/Barovia.md' }));
  });

  it.each([
    '../../../etc/passwd',
    '..%2f..%2fescape',
    'Der Drache – 龍 🐉.pdf',
    "quotes ' and (brackets) + & = ~*!",
    'folder/',
    'a//b',
    'back\\slash',
  ])('keeps the key %s inside its folder', async (Key) => {
    const before = (await fs.readdir(folder)).length;
    await put(Key, Key);
    expect(await read(Key)).toBe(Key);
    expect((await fs.readdir(folder)).length).toBe(before);
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  });

  it('takes a key of dots for a name, not for a way up', async () => {
    const before = await fs.readdir(folder);
    const target = (url: string) => url.slice(store.endpoint.length);
    const send = (method: string, url: string, body = '') =>
      new Promise<number | undefined>((resolve) => {
        // fetch would tidy the dots up.
        const options = {
          method,
          host: '127.0.0.1',
          port: store.port,
          path: target(url),
          agent: false,
        };
        http.request(options, (answer) => resolve(answer.resume().statusCode)).end(body);
      });
    expect(await send('PUT', await putUrl('../../up', {}, 60, []), 'text')).toBe(200);
    expect(await send('GET', await getUrl('../../up'))).toBe(200);
    expect(await fs.readdir(folder)).toEqual(before);
  });

  it('rejects a body that does not match its checksum', async () => {
    await expect(put('bad', 'text', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(read('bad')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('serves ranges', async () => {
    await put('range', '0123456789');
    expect(await read('range', { Range: 'bytes=2-4' })).toBe('234');
    await expect(read('range', { Range: 'bytes=10-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
    const part = await fetch(await getUrl('range'), { headers: { range: 'bytes=1-1' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1-1/10']);
  });

  it('keeps the conditions of reads and writes', async () => {
    const { ETag } = await put('cond', 'one');
    await expect(put('cond', 'two', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await expect(put('cond', 'two', { IfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await expect(read('cond', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    await put('cond', 'three', { IfMatch: ETag });
    expect(await read('cond')).toBe('three');
  });

  it('lets only one of two first writers win', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => put('first', `writer ${n}`, { IfNoneMatch: '*' })),
    );
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
  });

  it('copies', async () => {
    await put('from ü', 'copied', { ContentType: 'text/plain' });
    await s3.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'to',
        CopySource: `${Bucket}/${encodeURIComponent('from ü')}`,
      }),
    );
    expect(await read('to')).toBe('copied');
    expect(await read('from ü')).toBe('copied');
  });

  it('copies exactly one version, with separate headers', async () => {
    const { ETag } = await put('source', 'as it was', {
      ContentType: 'text/plain',
      ContentEncoding: 'gzip',
      Metadata: { from: 'elsewhere' },
    });
    const copy = () =>
      s3.send(
        new CopyObjectCommand({
          Bucket,
          Key: 'target',
          CopySource: `${Bucket}/source`,
          CopySourceIfMatch: ETag,
          MetadataDirective: 'REPLACE',
          ContentType: 'image/png',
        }),
      );
    await copy();
    const { ContentType, ContentEncoding, Metadata, ...rest } = await s3.send(
      new HeadObjectCommand({ Bucket, Key: 'target' }),
    );
    expect({ ContentType, ContentEncoding, Metadata }).toEqual({
      ContentType: 'image/png',
      ContentEncoding: undefined,
      Metadata: {},
    });
    expect(rest).toMatchObject({ ETag, ContentLength: 9 });
    await put('source', 'replaced by a longer one');
    await expect(copy()).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await read('target')).toBe('as it was');
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'source' }));
    await expect(copy()).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('rejects unsupported operations', async () => {
    await put('acl', 'text');
    const refused = { name: 'NotImplemented' };
    await expect(s3.send(new GetObjectAclCommand({ Bucket, Key: 'acl' }))).rejects.toMatchObject(
      refused,
    );
    await expect(
      s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' })),
    ).rejects.toMatchObject(refused);
    for (const checksum of [{ ChecksumAlgorithm: 'SHA256' }, { ContentMD5: 'AAAA' }])
      await expect(put('acl', 'other', checksum)).rejects.toMatchObject(refused);
    const chunks = { Bucket, Key: 'acl', Body: Readable.from(['other']), ContentLength: 5 };
    await expect(s3.send(new PutObjectCommand(chunks))).rejects.toMatchObject(refused);
    const many = { Bucket, Delete: { Objects: [{ Key: 'acl' }] } };
    await expect(s3.send(new DeleteObjectsCommand(many))).rejects.toMatchObject(refused);
    expect(await read('acl')).toBe('text');
  });

  it('stops at the limit', async () => {
    await expect(put('big', Buffer.alloc(MAX + 1))).rejects.toMatchObject({
      name: 'EntityTooLarge',
    });
    await expect(read('big')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});
