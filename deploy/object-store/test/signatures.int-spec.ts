import http from 'node:http';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Bucket, store, keys, client, put, read, presigner, putUrl, getUrl } from './store-fixture';

type SignedRequest = {
  headers: Record<string, string>;
  path: string;
  query: Record<string, string>;
};

describe('signatures', () => {
  it('refuses anonymous requests', async () => {
    await put('private', 'text');
    for (const [method, target] of [
      ['GET', '/tomekeeper/private'],
      ['PUT', '/tomekeeper/private'],
      ['DELETE', '/tomekeeper/private'],
      ['GET', '/tomekeeper?list-type=2'],
      ['GET', '/'],
    ]) {
      const answer = await fetch(store.endpoint + target, {
        method: method ?? '',
        ...(method === 'PUT' && { body: 'hacked' }),
      });
      expect([answer.status, await answer.text()]).toEqual([
        403,
        expect.stringContaining('<Code>AccessDenied</Code>'),
      ]);
    }
    expect(await read('private')).toBe('text');
  });

  it('refuses a wrong secret, an unknown key id and a changed request', async () => {
    await expect(
      client('wrong').send(new GetObjectCommand({ Bucket, Key: 'private' })),
    ).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const url = await getUrl('private');
    const code = async (changed: string, init?: RequestInit): Promise<string> =>
      /<Code>(\w+)</.exec(await (await fetch(changed, init)).text())?.[1] ?? 'none';
    expect(await code(url)).toBe('none');
    expect(await code(url.replace('private', 'stream'))).toBe('SignatureDoesNotMatch');
    expect(await code(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await code(url.replace(/Signature=./, 'Signature=x'))).toBe('SignatureDoesNotMatch');
    expect(await code(`${url}&response-content-type=text%2Fhtml`)).toBe('SignatureDoesNotMatch');
    expect(await code(url.replace('TKACCESS', 'OTHER'))).toBe('InvalidAccessKeyId');
    expect(await code(url, { method: 'DELETE' })).toBe('SignatureDoesNotMatch');
    expect(await code(url, { headers: { 'x-amz-acl': 'public-read' } })).toBe('AccessDenied');
  });

  it('refuses an expired URL, and one from the future', async () => {
    const presign = (signingDate: Date) =>
      getSignedUrl(presigner(), new GetObjectCommand({ Bucket, Key: 'private' }), {
        expiresIn: 60,
        signingDate,
      });
    const old = await fetch(await presign(new Date(Date.now() - 61_000)));
    expect([old.status, await old.text()]).toEqual([403, expect.stringContaining('expired')]);
    const early = await fetch(await presign(new Date(Date.now() + 20 * 60_000)));
    expect(early.status).toBe(403);
  });

  it('accepts a presigned upload and holds it to its type and length', async () => {
    const url = await putUrl('up.txt', { ContentType: 'text/plain', ContentLength: 4 }, 60, [
      'content-type',
      'content-length',
    ]);
    const upload = (body: string, type = 'text/plain') =>
      fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
    expect((await upload('text', 'text/html')).status).toBe(403);
    expect((await upload('texts')).status).toBe(403);
    expect((await upload('text')).status).toBe(200);
    expect(await read('up.txt')).toBe('text');
  });

  it('shows a client that bakes the checksum of nothing into its URLs', async () => {
    const url = await getSignedUrl(client(), new PutObjectCommand({ Bucket, Key: 'crc' }));
    expect(url).toContain('x-amz-checksum-crc32');
    const answer = await fetch(url, { method: 'PUT', body: 'something' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('BadDigest'),
    ]);
  });

  it('refuses a body that does not match its signed hash', async () => {
    const signed = await new Promise<http.RequestOptions>((resolve) => {
      const spy = client(keys.secretAccessKey, 'WHEN_REQUIRED');
      spy.middlewareStack.addRelativeTo(
        () => async (args: { request: unknown }) => {
          const { headers, path: target, query } = args.request as SignedRequest;
          const search = new URLSearchParams(query).toString();
          resolve({ headers, path: `${target}?${search}`, method: 'PUT', port: store.port });
          return { response: {}, output: { $metadata: {} } } as never;
        },
        { relation: 'after', toMiddleware: 'httpSigningMiddleware' },
      );
      void spy.send(new PutObjectCommand({ Bucket, Key: 'hashed', Body: 'good' }));
    });
    const status = await new Promise((resolve) => {
      http.request({ ...signed, agent: false }, (answer) => resolve(answer.statusCode)).end('evil');
    });
    expect(status).toBe(400);
    await expect(read('hashed')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});
