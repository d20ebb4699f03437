import type http from 'node:http';
import { Metrics } from '@tomekeeper/service-kit';
import { settles } from '@tomekeeper/testing';
import { startUpstream, type FakeUpstream } from './fake-upstream';
import { json, startGateway, type GatewayUnderTest } from './gateway-under-test';

/** Checks that never come round in a test. */
const NO_CHECKS = { UPSTREAM_CHECK_MS: '3600000' };
const OFTEN_CHECKED = { UPSTREAM_CHECK_MS: '40' };

describe('a service of two processes', () => {
  let first: FakeUpstream;
  let second: FakeUpstream;
  let gateway: GatewayUnderTest;

  const start = async (settings: Record<string, string>) => {
    [first, second] = await Promise.all([startUpstream('campaign'), startUpstream('campaign')]);
    gateway = await startGateway({ CAMPAIGN_URL: `${first.url},${second.url}`, ...settings });
  };
  afterEach(async () => {
    await gateway.stop();
    await Promise.all([first.stop(), second.stop()]);
  });

  const get = (path = '/api/campaigns') => fetch(gateway.url + path);
  const post = (body: string) =>
    fetch(`${gateway.url}/api/campaigns`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain' },
    });
  /** Sends calls until all of some are answered by one of them. */
  const onlyReached = (upstream: FakeUpstream) =>
    settles(async () => {
      const before = upstream.seen.length;
      for (let at = 0; at < 4; at++) await (await get()).text();
      expect(upstream.seen.length - before).toBe(4);
    });
  const bothReached = () =>
    settles(async () => {
      const before = [first.seen.length, second.seen.length];
      for (let at = 0; at < 4; at++) await (await get()).text();
      expect([first.seen.length, second.seen.length]).toEqual(before.map((seen) => seen + 2));
    });
  const metrics = async () => (await gateway.app.get(Metrics).registry.metrics()).split('\n');

  it('shares the calls', async () => {
    await start(NO_CHECKS);
    for (let at = 0; at < 10; at++) expect((await get()).status).toBe(200);
    expect([first.seen.length, second.seen.length]).toEqual([5, 5]);
  });

  it('hides from readers a failure when one of them dies, and uses it again afterwards', async () => {
    await start(OFTEN_CHECKED);
    const statuses: number[] = [];
    let isOver = false;
    const reader = async () => {
      while (!isOver) {
        const answer = await get();
        await answer.text();
        statuses.push(answer.status);
      }
    };
    const readers = Array.from({ length: 8 }, reader);
    await settles(() => expect(first.seen.length).toBeGreaterThan(10));
    await first.stop();
    const seen = second.seen.length;
    await settles(() => expect(second.seen.length).toBeGreaterThan(seen + 30));
    await first.restart();
    const since = first.seen.length;
    await settles(() => expect(first.seen.length).toBeGreaterThan(since + 10));
    isOver = true;
    await Promise.all(readers);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('sends no new calls to a draining replica, while open calls complete', async () => {
    await start(OFTEN_CHECKED);
    const held: http.ServerResponse[] = [];
    let isDraining = false;
    for (const upstream of [first, second])
      upstream.answer = (request, response) => {
        if (request.url?.endsWith('/slow')) held.push(response);
        else if (upstream === first && isDraining && isCheck(request))
          response.writeHead(503).end('{"ready":false,"parts":{"process":"draining"}}');
        else response.end('{"ready":true,"parts":{}}');
      };
    const slow = [get('/api/campaigns/slow'), get('/api/campaigns/slow')];
    await settles(() => expect(held).toHaveLength(2));
    await bothReached();
    isDraining = true;
    await onlyReached(second);
    for (let at = 0; at < 4; at++) expect((await post('new')).status).toBe(200);
    expect(first.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await metrics()).toContain(
      `upstream_replica_up{upstream="campaign",replica="${first.url}"} 0`,
    );
    const report = await fetch(`${gateway.url}/readyz`);
    expect(report.status).toBe(200);
    expect(await report.json()).toMatchObject({
      status: 'degraded',
      parts: { campaign: 'ok', 'campaign[1].process': 'draining', 'campaign[2]': 'ok' },
    });
    for (const response of held) response.end('{}');
    for (const answer of slow) expect((await answer).status).toBe(200);
    isDraining = false;
    await bothReached();
  });

  it('still tries when all say that they take no calls', async () => {
    await start(OFTEN_CHECKED);
    for (const upstream of [first, second])
      upstream.answer = (request, response) => {
        response.writeHead(isCheck(request) ? 503 : 200).end('{}');
      };
    await settles(async () => {
      const down = (await metrics()).filter((line) =>
        /^upstream_replica_up.*campaign.* 0$/.test(line),
      );
      expect(down).toHaveLength(2);
    });
    expect((await get()).status).toBe(200);
    expect((await post('new')).status).toBe(200);
  });

  it('retries unsent calls of any method on the other replica', async () => {
    await start(NO_CHECKS);
    await first.stop();
    const bodies = ['a', 'b', 'c'.repeat(100_000)];
    for (const body of bodies) expect((await post(body)).status).toBe(200);
    expect(second.seen.map(({ body }) => body)).toEqual(bodies);
    expect(
      (await metrics()).find((line) => line.startsWith('upstream_retries_total')),
    ).toBeDefined();
  });

  it('never retries writes that may have been executed', async () => {
    await start(NO_CHECKS);
    first.answer = (_request, response) => response.destroy();
    const statuses = [];
    for (let at = 0; at < 8; at++) statuses.push((await post('pay')).status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(first.seen.length);
    expect(first.seen.length + second.seen.length).toBe(8);
    expect(first.seen.length).toBeGreaterThan(0);
    expect((await get()).status).toBe(200);
  });

  it('asks the other when the first is silent', async () => {
    await start({ ...NO_CHECKS, UPSTREAM_TIMEOUT_MS: '1000' });
    first.answer = () => undefined;
    for (const answer of await Promise.all([get(), get()])) expect(answer.status).toBe(200);
    expect([first.seen.length, second.seen.length]).toEqual([1, 2]);
  });

  it('is whole for people and degraded for monitors while one of them is away', async () => {
    await start(NO_CHECKS);
    await second.stop();
    const report = await fetch(`${gateway.url}/readyz`);
    expect(report.status).toBe(200);
    expect(await report.json()).toMatchObject({
      status: 'degraded',
      parts: { campaign: 'ok', 'campaign[1]': 'ok', 'campaign[2]': 'unavailable' },
    });
    // The report updates the readiness for calls too.
    await onlyReached(first);
    expect((await json(await get('/api/openapi.json'))).info.description).not.toContain('campaign');
    await second.restart();
    await settles(async () =>
      expect(await json(await fetch(`${gateway.url}/readyz`))).toMatchObject({ status: 'ok' }),
    );
    await bothReached();
  });
});

describe('a service that does not answer', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ ...OFTEN_CHECKED, UPSTREAM_TIMEOUT_MS: '1000' });
  });
  afterAll(() => gateway.stop());

  it.each([
    ['/api/campaigns', 'campaign', { code: 'service.unavailable' }],
    ['/idp', 'identity', { __type: 'InternalErrorException' }],
  ] as const)('is refused at once at %s, until it answers again', async (path, name, body) => {
    const service = gateway.upstreams[name];
    const usual = service.answer;
    const call = () => fetch(gateway.url + path, { method: 'POST', body: '{}' });
    // A stopped process answers neither calls nor health checks.
    service.answer = () => undefined;
    const sent = () => service.seen.filter((one) => one.method === 'POST').length;
    let before: number;
    let refused: Response;
    await settles(async () => {
      before = sent();
      refused = await call();
      expect(refused.status).toBe(503);
      expect(sent()).toBe(before);
    });
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused!.headers.get('x-correlation-id')).toMatch(/^[\w-]{36}$/);
    expect(await refused!.json()).toMatchObject(body);
    service.answer = usual;
    await settles(async () => expect((await call()).status).toBe(200));
  });

  it('gets the calls of other people while the calls of one person time out', async () => {
    const { document } = gateway.upstreams;
    const usual = document.answer;
    document.answer = (request, response) => {
      if (request.url?.includes('/notes')) return; // never answered
      usual(request, response);
    };
    const slow = Array.from({ length: 12 }, () =>
      fetch(`${gateway.url}/api/documents/notes`, { method: 'POST', body: '{}' }),
    );
    for (const answer of await Promise.all(slow)) expect(answer.status).toBe(503);
    for (let at = 0; at < 8; at++)
      expect((await fetch(`${gateway.url}/api/documents`)).status).toBe(200);
    document.answer = usual;
  });

  it('stays available when a service responds with errors', async () => {
    const { contact } = gateway.upstreams;
    contact.answer = (_request, response) => response.writeHead(500).end('{}');
    for (let at = 0; at < 8; at++)
      expect((await fetch(`${gateway.url}/api/contact`, { method: 'POST' })).status).toBe(500);
    expect(contact.seen).toHaveLength(8);
  });
});

const isCheck = (request: http.IncomingMessage) => request.url?.startsWith('/health/') === true;
