import { setTimeout as pause } from 'node:timers/promises';
import { json, startGateway, type GatewayUnderTest } from './gateway-under-test';

describe('routing to services', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '400' });
  });
  afterAll(() => gateway.stop());

  const get = (path: string, init?: RequestInit) => fetch(gateway.url + path, init);

  it.each([
    ['/idp/local_Test00001/.well-known/jwks.json', 'identity'],
    ['/api/me/', 'identity'],
    ['/api/account/activity', 'identity'],
    ['/api/campaigns', 'campaign'],
    ['/api/campaigns/7/?a=b%20c', 'campaign'],
    ['/api/campaigns/7/ledger/?player=party', 'document'],
    ['/api/campaigns/7/ledgers/', 'campaign'],
    ['/api/campaigns/ledger', 'campaign'],
    ['/api/invites/?token=t', 'campaign'],
    ['/api/documents/', 'document'],
    ['/api/subscribe/verify/?token=t', 'mailing'],
    ['/api/contact/challenge/', 'contact'],
  ])('passes %s on to %s as it is', async (path, upstream) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ from: upstream, path });
  });

  it('forwards bodies of all types unparsed', async () => {
    const body = '{"title": "Schloß"}';
    for (const type of ['application/json; charset=utf-8', 'application/x-amz-json-1.1']) {
      await get('/api/campaigns/', { method: 'POST', body, headers: { 'content-type': type } });
      expect(gateway.upstreams.campaign.seen.at(-1)).toMatchObject({
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
    }
  });

  it.each([
    '/api/mexico',
    '/api/nothing',
    '/api',
    '/internal/people',
    '/metrics',
    '/health/ready',
    '/registry/live.json',
  ])('answers %s with a problem, never with a page', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 404, code: 'route.not_found' });
  });

  it('passes on and gives back no header that ends at this hop or is the edge’s to say', async () => {
    const answer = await get('/api/me', {
      headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', cookie: 'a=b' },
    });
    const headers = gateway.upstreams.identity.seen.at(-1)?.headers ?? {};
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect([headers['forwarded'], headers.cookie]).toEqual([undefined, undefined]);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('sets security headers on every response, regardless of the service’s headers', async () => {
    const own = (await get('/healthz')).headers;
    const { campaign } = gateway.upstreams;
    const usual = campaign.answer;
    const guards = [
      'content-security-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ];
    campaign.answer = (_request, response) => {
      for (const name of guards) response.setHeader(name, 'anything-goes');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('x-correlation-id', 'another');
      response.setHeader('cache-control', 'max-age=60');
      response.setHeader('x-own', 'kept');
      response.end('{}');
    };
    const { headers } = await get('/api/campaigns', {
      headers: { 'x-correlation-id': 'click-98765' },
    });
    campaign.answer = usual;
    for (const name of guards) {
      expect(own.get(name)).not.toBeNull();
      expect([name, headers.get(name)]).toEqual([name, own.get(name)]);
    }
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-correlation-id')).toBe('click-98765');
    // How long its own answer may be kept, only a service knows.
    expect(headers.get('cache-control')).toBe('max-age=60');
    expect(headers.get('x-own')).toBe('kept');
  });

  it('leaves it to the user pool which other origins may read its answers', async () => {
    const { identity } = gateway.upstreams;
    const usual = identity.answer;
    identity.answer = (_request, response) => {
      response.setHeader('access-control-allow-origin', 'https://app.example');
      response.end('{}');
    };
    for (const path of ['/idp', '/idp/pool/.well-known/jwks.json'])
      expect((await get(path)).headers.get('access-control-allow-origin')).toBe(
        'https://app.example',
      );
    for (const path of ['/idp/confirmUser', '/api/me'])
      expect((await get(path)).headers.get('access-control-allow-origin')).toBeNull();
    identity.answer = usual;
  });

  it('leaves the policy of a page to the service whose page it is', async () => {
    const { identity } = gateway.upstreams;
    const usual = identity.answer;
    identity.answer = (_request, response) => {
      response.setHeader('content-security-policy', "form-action 'self'");
      response.setHeader('x-frame-options', 'ALLOWALL');
      response.end('<!doctype html>');
    };
    const policies = [];
    for (const path of ['/idp/confirmUser?a=b', '/idp', '/api/me']) {
      const { headers } = await get(path);
      policies.push(headers.get('content-security-policy'));
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
    identity.answer = usual;
    const api = "default-src 'none';frame-ancestors 'none'";
    expect(policies).toEqual(["form-action 'self'", api, api]);
  });

  it('gives each call a correlation id and forwards it', async () => {
    const made = await get('/api/me');
    const id = made.headers.get('x-correlation-id');
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(gateway.upstreams.identity.seen.at(-1)?.headers['x-correlation-id']).toBe(id);
    const kept = await get('/api/me', { headers: { 'x-correlation-id': 'click-12345' } });
    expect(kept.headers.get('x-correlation-id')).toBe('click-12345');
    const odd = await get('/api/me', { headers: { 'x-correlation-id': 'a b"<script>' } });
    expect(odd.headers.get('x-correlation-id')).toMatch(/^[\w-]{36}$/);
  });

  it('keeps the others up when one service is down', async () => {
    await gateway.upstreams.document.stop();
    const down = await get('/api/documents/');
    expect(down.status).toBe(503);
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await down.json()).toMatchObject({ status: 503, code: 'service.unavailable' });
    expect((await get('/api/campaigns')).status).toBe(200);
    expect((await get('/')).status).toBe(200);
    expect((await get('/healthz')).status).toBe(200);
    const readiness = await get('/readyz');
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({
      status: 'unavailable',
      parts: { document: 'unavailable', campaign: 'ok', 'campaign.database': 'ok' },
    });
    const description = await json(await get('/api/openapi.json'));
    expect(description.info.description).toContain('document did not answer');
    await gateway.upstreams.document.restart();
    // The next health check of the restarted service is due within a second.
    let up = await get('/api/documents/');
    while (up.status === 503) {
      await pause(100);
      up = await get('/api/documents/');
    }
    expect(up.status).toBe(200);
  });

  it('does not show a reader that a service restarts', async () => {
    await get('/api/contact/challenge'); // a kept-alive connection that is about to break
    await gateway.upstreams.contact.stop();
    setTimeout(() => void gateway.upstreams.contact.restart(), 50);
    expect((await get('/api/contact/challenge')).status).toBe(200);
  });

  it.each([
    ['announced', 'x'.repeat(300_000)],
    ['streamed', streamOf(300_000)],
  ])('refuses a body that is too large, %s', async (_how, body) => {
    const answer = await get('/api/campaigns', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'request.too_large' });
  });

  it('merges the descriptions of all services', async () => {
    // An incomplete document is fetched again after a pause.
    let document = await json(await get('/api/openapi.json'));
    while (document.info.description.includes('did not answer')) {
      await pause(100);
      document = await json(await get('/api/openapi.json'));
    }
    expect(Object.keys(document.paths)).toEqual([
      '/api/identity',
      '/api/campaign',
      '/api/document',
      '/api/mailing',
      '/api/contact',
      '/api/live',
      '/api/search',
    ]);
    for (const service of ['campaign', 'document']) {
      expect(document.components.schemas[`${service}.Row`]).toMatchObject({ title: service });
      const { get: operation } = document.paths[`/api/${service}`];
      expect(operation.tags).toEqual([service]);
      expect(JSON.stringify(operation)).toContain(`"#/components/schemas/${service}.Row"`);
    }
    expect(document.servers).toEqual([{ url: 'https://tomekeeper.example' }]);
    const docs = await get('/api/docs');
    expect(docs.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const [, path = ''] of (await docs.text()).matchAll(/(?:src|href)="([^"]+)"/g)) {
      const asset = await get(path);
      expect(asset.status).toBe(200);
      await asset.arrayBuffer();
    }
  });
});

function streamOf(bytes: number): ReadableStream {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 10_000);
      left -= size;
      if (size === 0) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(120));
    },
  });
}

describe('images', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('go up to 10 MB to the pictures of members, and nowhere else', async () => {
    const send = (path: string, bytes: number) =>
      fetch(gateway.url + path, {
        method: 'POST',
        body: Buffer.alloc(bytes, 'x'),
        headers: { 'content-type': 'image/png' },
      });
    const [small, large] = [300 * 1024, 10 * 1024 * 1024];
    const pictures = '/api/documents/pictures/?campaign=7&purpose=character';
    expect((await send(pictures, large)).status).toBe(200);
    const [seen] = gateway.upstreams.document.seen.slice(-1);
    expect(seen).toMatchObject({ headers: { 'content-type': 'image/png' } });
    expect(seen?.body.length).toBe(large);
    expect((await send(pictures, large + 1)).status).toBe(413);
    expect((await send('/api/documents/covers/', small)).status).toBe(413);
  });
});
