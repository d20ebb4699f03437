import type http from 'node:http';
import { settles } from '@tomekeeper/testing';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';
import { send } from './raw-client';

const LONG = JSON.stringify({ titles: 'tomekeeper '.repeat(500) });

/** Overrides of library defaults (ADR 0017). */
describe('passing on', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const answerWith = (
    answer: http.RequestListener,
    service: 'campaign' | 'identity' = 'campaign',
  ) => (gateway.upstreams[service].answer = answer);
  const answerJson = (
    headers: http.OutgoingHttpHeaders = {},
    status = 200,
    service: 'campaign' | 'identity' = 'campaign',
  ) =>
    answerWith(
      (_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(LONG),
      service,
    );
  const get = (headers: Record<string, string> = {}, method = 'GET', path = '/api/campaigns') =>
    fetch(gateway.url + path, { method, headers: { 'accept-encoding': 'br', ...headers } });

  it('sends a request once when the service responds with 503, and passes the response on', async () => {
    answerWith((_request, response) =>
      response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('later'),
    );
    const before = gateway.upstreams.campaign.seen.length;
    const answer = await get();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.text()).toBe('later');
    expect(gateway.upstreams.campaign.seen.length - before).toBe(1);
  });

  it.each([
    ['without a type', undefined, '{"a":1}'],
    ['as JSON that is none', 'application/json', '{"a":'],
    ['empty', 'application/json', ''],
  ])('gives a service the bytes of a body %s', async (_what, type, body) => {
    answerJson();
    const bytes = [
      'POST /api/campaigns/?a=%5E^|[] HTTP/1.1',
      'Host: localhost',
      ...(type ? [`Content-Type: ${type}`] : []),
      `Content-Length: ${body.length}`,
      'Connection: close',
    ].join('\r\n');
    expect((await send(gateway.url, `${bytes}\r\n\r\n${body}`)).status).toBe(200);
    const seen = gateway.upstreams.campaign.seen.at(-1);
    expect(seen).toMatchObject({ body, url: '/api/campaigns/?a=%5E^|[]' });
    expect(seen?.headers['content-type']).toBe(type);
    expect(seen?.headers['content-length']).toBe(String(body.length));
  });

  it.each([
    ['before its first byte', 0, {}],
    ['before its first byte, compressed', 0, { 'accept-encoding': 'br' }],
    ['in its middle', 3000, {}],
    ['in its middle, compressed', 3000, { 'accept-encoding': 'br' }],
  ])('breaks an answer off that a service breaks off %s', async (_when, bytes, headers) => {
    answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '6000' });
      response.flushHeaders();
      if (bytes > 0) response.write('x'.repeat(bytes));
      setTimeout(() => response.destroy(), 50);
    });
    const whole = fetch(`${gateway.url}/api/campaigns`, { method: 'POST', headers }).then(
      (answer) => answer.text(),
    );
    await expect(whole).rejects.toThrow(/terminated|fetch failed/);
  });

  it('aborts a call when its client disconnects', async () => {
    let isStopped = false;
    answerWith((_request, response) => response.once('close', () => (isStopped = true)));
    const left = new AbortController();
    const seen = gateway.upstreams.campaign.seen.length;
    const call = fetch(`${gateway.url}/api/campaigns`, { signal: left.signal });
    await settles(() => expect(gateway.upstreams.campaign.seen.length).toBe(seen + 1));
    left.abort();
    await expect(call).rejects.toThrow(/abort/);
    await settles(() => expect(isStopped).toBe(true));
  });

  it('sends weak ETags for compressed responses', async () => {
    answerJson({ etag: '"a"' });
    const compressed = await get();
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.headers.get('vary')).toBe('accept-encoding');
    expect(compressed.headers.get('etag')).toBe('W/"a"');
    expect(await compressed.text()).toBe(LONG);
    const plain = await get({ 'accept-encoding': 'identity' });
    expect(plain.headers.get('etag')).toBe('"a"');
    expect(await plain.text()).toBe(LONG);
  });

  it.each([
    ['answers without a body', () => answerJson(), 'HEAD', '/api/campaigns'],
    [
      'parts of an answer',
      () => answerJson({ 'content-range': 'bytes 0-9/10' }, 206),
      'GET',
      '/api/campaigns',
    ],
    ['pictures', () => answerJson({ 'content-type': 'image/png' }), 'GET', '/api/campaigns'],
    [
      'events as they happen',
      () => answerJson({ 'content-type': 'text/event-stream' }),
      'GET',
      '/api/campaigns',
    ],
    [
      'secrets next to values chosen by a caller',
      () => answerJson({}, 200, 'identity'),
      'GET',
      '/idp',
    ],
    [
      'short answers',
      () =>
        answerWith((_request, response) =>
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': 2 })
            .end('{}'),
        ),
      'GET',
      '/api/campaigns',
    ],
  ])('does not compress %s', async (_what, prepare, method, path) => {
    prepare();
    const answer = await get({}, method, path);
    await answer.text();
    expect(answer.ok).toBe(true);
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('forwards compressed responses unchanged', async () => {
    const { gzipSync } = await import('node:zlib');
    const bytes = gzipSync(LONG);
    answerWith((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(bytes),
    );
    const answer = await get({ 'accept-encoding': 'br, gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toBe(LONG);
  });

  it('answers for a service whose status HTTP does not know', async () => {
    answerJson({}, 777);
    const answer = await get();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'service.unavailable' });
  });
});
