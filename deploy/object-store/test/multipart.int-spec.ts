import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { waitUntil } from '@tomekeeper/cli-kit';
import { Bucket, folder, MAX, presigner, put, read, restart, s3, store } from './store-fixture';

const TIMEOUT_MS = 25_000;
const PART = 5 * 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const begin = async (Key: string, more: object = {}): Promise<string> => {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  return UploadId ?? '';
};
const send = async (Key: string, UploadId: string, PartNumber: number, Body: Buffer) => {
  const { ETag } = await s3.send(
    new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
  );
  return { PartNumber, ETag };
};
const complete = (
  Key: string,
  UploadId: string,
  Parts: { PartNumber: number; ETag?: string | undefined }[],
) =>
  s3.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
const list = async (Key: string, UploadId: string, more: object = {}) =>
  s3.send(new ListPartsCommand({ Bucket, Key, UploadId, ...more }));
const partUrl = (Key: string, UploadId: string, PartNumber: number, ContentLength: number) =>
  getSignedUrl(
    presigner(),
    new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ContentLength }),
    { expiresIn: 60, signableHeaders: new Set(['host', 'content-length']) },
  );
/** Entries on disk that belong to unfinished uploads. */
const left = async () => [
  ...(await fs.readdir(path.join(folder, 'objects', '.incoming'))),
  ...(await fs.readdir(path.join(folder, 'objects', Bucket, 'uploads'))),
];

describe('multipart uploads', () => {
  it('join parts in order of their numbers, with type and metadata of the start', async () => {
    const bytes = randomBytes(2 * PART + 1234);
    const id = await begin('atlas', { ContentType: 'application/pdf', Metadata: { a: 'b' } });
    const third = await send('atlas', id, 7, bytes.subarray(2 * PART));
    const first = await send('atlas', id, 1, bytes.subarray(0, PART));
    await send('atlas', id, 2, Buffer.from('replaced below'));
    const second = await send('atlas', id, 2, bytes.subarray(PART, 2 * PART));
    await expect(read('atlas')).rejects.toMatchObject({ name: 'NoSuchKey' });
    const { Parts } = await list('atlas', id);
    expect(Parts).toMatchObject([
      { PartNumber: 1, Size: PART, ETag: first.ETag },
      { PartNumber: 2, Size: PART, ETag: second.ETag },
      { PartNumber: 7, Size: 1234, ETag: third.ETag },
    ]);
    const page = await list('atlas', id, { MaxParts: 1, PartNumberMarker: '1' });
    expect(page).toMatchObject({ IsTruncated: true, Parts: [{ PartNumber: 2 }] });

    const { ETag } = await complete('atlas', id, [first, second, third]);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'atlas' }));
    expect(got).toMatchObject({ ContentType: 'application/pdf', Metadata: { a: 'b' }, ETag });
    expect(sha256((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(sha256(bytes));
    await expect(list('atlas', id)).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(await left()).toEqual([]);
  });

  it('refuse wrong order, wrong parts, small parts and a sum above the limit', async () => {
    await put('map', 'the old map');
    const id = await begin('map');
    const small = await send('map', id, 1, Buffer.from('small'));
    const large = await send('map', id, 2, Buffer.alloc(PART));
    const wrong: [string, { PartNumber: number; ETag?: string | undefined }[]][] = [
      ['InvalidPartOrder', [large, small]],
      ['InvalidPartOrder', [large, large]],
      ['InvalidPart', [{ PartNumber: 1, ETag: large.ETag }]],
      ['InvalidPart', [small, { PartNumber: 3, ETag: small.ETag }]],
      ['EntityTooSmall', [small, large]],
    ];
    for (const [name, parts] of wrong)
      await expect(complete('map', id, parts)).rejects.toMatchObject({ name });
    const many = [large];
    for (let sum = PART, n = 3; sum <= MAX; sum += PART, n += 1)
      many.push(await send('map', id, n, Buffer.alloc(PART)));
    await expect(complete('map', id, many)).rejects.toMatchObject({ name: 'EntityTooLarge' });
    await expect(send('map', id, 10_001, Buffer.alloc(1))).rejects.toMatchObject({
      name: 'InvalidArgument',
    });
    expect(await read('map')).toBe('the old map');
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'map', UploadId: id }));
    expect(await left()).toEqual([]);
  });

  it('belong to their key, and end with an abort', async () => {
    const id = await begin('mine');
    const part = await send('mine', id, 1, Buffer.from('mine'));
    const unknown = { name: 'NoSuchUpload' };
    await expect(send('other', id, 1, Buffer.from('x'))).rejects.toMatchObject(unknown);
    await expect(complete('other', id, [part])).rejects.toMatchObject(unknown);
    await expect(list('mine', '../../objects')).rejects.toMatchObject(unknown);
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'mine', UploadId: id }));
    await expect(send('mine', id, 2, Buffer.from('x'))).rejects.toMatchObject(unknown);
    await expect(complete('mine', id, [part])).rejects.toMatchObject(unknown);
    await expect(
      s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'mine', UploadId: id })),
    ).rejects.toMatchObject(unknown);
    expect(await left()).toEqual([]);
  });

  it('keep stored parts when the connection of another one is cut, and over a restart', async () => {
    const bytes = randomBytes(PART + 5000);
    const id = await begin('cut');
    const first = await send('cut', id, 1, bytes.subarray(0, PART));
    const url = new URL(await partUrl('cut', id, 2, 5000));
    const socket = net.connect(store.port, '127.0.0.1');
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 5000\r\n\r\n`,
    );
    socket.write(bytes.subarray(PART, PART + 2000));
    const incoming = () => fs.readdir(path.join(folder, 'objects', '.incoming'));
    expect(await waitUntil(async () => (await incoming()).length === 1, TIMEOUT_MS)).toBe(true);
    socket.destroy();
    expect(await waitUntil(async () => (await incoming()).length === 0, TIMEOUT_MS)).toBe(true);
    await restart();
    expect((await list('cut', id)).Parts).toMatchObject([{ PartNumber: 1, Size: PART }]);
    const body = bytes.subarray(PART);
    const tooLong = await fetch(url, { method: 'PUT', body: Buffer.concat([body, body]) });
    expect(tooLong.status).toBe(403);
    const again = await fetch(url, { method: 'PUT', body });
    expect(again.status).toBe(200);
    const second = { PartNumber: 2, ETag: again.headers.get('etag') ?? '' };
    await complete('cut', id, [first, second]);
    const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'cut' }));
    expect(ContentLength).toBe(bytes.length);
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'cut' }));
    expect(sha256((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(sha256(bytes));
  });
});
