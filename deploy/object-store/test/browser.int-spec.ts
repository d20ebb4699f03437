import { ORIGIN, Bucket, store, put, getUrl } from './store-fixture';

describe('in a browser', () => {
  it('lets only our own pages use presigned URLs', async () => {
    const preflight = (origin: string) =>
      fetch(`${store.endpoint}/${Bucket}/x`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
    const ours = await preflight(ORIGIN);
    expect(ours.status).toBe(200);
    expect(ours.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(ours.headers.get('access-control-allow-headers')).toBe('content-type');
    const theirs = await preflight('https://evil.example');
    expect([theirs.status, theirs.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const refused = await fetch(`${store.endpoint}/${Bucket}/x`, { headers: { origin: ORIGIN } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      403,
      ORIGIN,
    ]);
  });

  it('serves under the cache rule that its URL names', async () => {
    await put('rule', 'text', { CacheControl: 'public, max-age=31536000' });
    const file = await fetch(await getUrl('rule', { ResponseCacheControl: 'private, no-store' }));
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  it('serves everything as harmless', async () => {
    const served = async (type: string, more: object = {}) => {
      await put('page', '<script>alert(1)</script>', { ContentType: type });
      const { headers } = await fetch(await getUrl('page', more));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      return headers.get('content-disposition');
    };
    expect(await served('text/html')).toBe('attachment');
    expect(await served('image/svg+xml')).toBe('attachment');
    expect(await served('Application/XML; charset=utf-8')).toBe('attachment');
    expect(await served('text/plain, text/html')).toBe('attachment');
    expect(await served('text/plain', { ResponseContentType: 'text/html' })).toBe('attachment');
    expect(
      await served('text/html', { ResponseContentDisposition: 'inline; filename="a.html"' }),
    ).toBe('attachment; filename="a.html"');
    expect(await served('image/png')).toBeNull();
    const utf8 = `inline; filename="x"; filename*=UTF-8''${encodeURIComponent('Drache ’龍.png')}`;
    expect(await served('image/png', { ResponseContentDisposition: utf8 })).toBe(utf8);
    const split = await fetch(
      await getUrl('page', { ResponseContentDisposition: 'inline\r\nx: y' }),
    );
    expect(split.status).toBe(400);
  });
});
