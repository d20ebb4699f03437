import type http from 'node:http';
import { Metrics } from '@tomekeeper/service-kit';
import { settles } from '@tomekeeper/testing';
import type { FakeUpstream } from './fake-upstream';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';

describe('more calls than there is room for', () => {
  let gateway: GatewayUnderTest;
  afterEach(() => gateway.stop());

  const call = (path: string) => fetch(gateway.url + path);
  const shed = async (reason: string) =>
    (await gateway.app.get(Metrics).registry.metrics()).includes(
      `requests_shed_total{reason="${reason}"} 1`,
    );

  /** Calls that wait until they are let go, and are known to have reached the service. */
  async function waiting(upstream: FakeUpstream, paths: string[]) {
    const held: http.ServerResponse[] = [];
    const usual = upstream.answer;
    upstream.answer = (request, response) => {
      if (request.url?.startsWith('/health/')) usual(request, response);
      else held.push(response);
    };
    const calls = paths.map(call);
    await settles(() => expect(held).toHaveLength(paths.length));
    return async () => {
      upstream.answer = usual;
      for (const response of held) response.end('{}');
      for (const answer of await Promise.all(calls)) expect(answer.status).toBe(200);
    };
  }

  const BOTH = ['/api/campaigns', '/api/campaigns/7'];

  it('of one service are refused at once, and those of others are not', async () => {
    gateway = await startGateway({ UPSTREAM_MAX_OUTSTANDING: '2' });
    const release = await waiting(gateway.upstreams.campaign, BOTH);
    const refused = await call('/api/campaigns');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      status: 503,
      code: 'service.unavailable',
      correlation_id: refused.headers.get('x-correlation-id'),
    });
    expect(await shed('service-full')).toBe(true);
    expect((await call('/api/documents')).status).toBe(200);
    await release();
    expect((await call('/api/campaigns')).status).toBe(200);
  });

  it('are refused when all together are too many, in the form of each route', async () => {
    gateway = await startGateway({ MAX_OUTSTANDING: '2' });
    const release = await waiting(gateway.upstreams.campaign, BOTH);
    const refused = await call('/idp');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ __type: 'InternalErrorException' });
    expect(await shed('gateway-full')).toBe(true);
    for (const path of ['/', '/static/js/main.abc123.js', '/config.json', '/healthz', '/readyz'])
      expect([path, (await call(path)).status]).toEqual([path, 200]);
    await release();
    expect((await call('/api/contact')).status).toBe(200);
  });

  it('have their place back when their caller goes', async () => {
    gateway = await startGateway({ MAX_OUTSTANDING: '1', UPSTREAM_MAX_OUTSTANDING: '1' });
    const { campaign } = gateway.upstreams;
    const usual = campaign.answer;
    campaign.answer = () => undefined;
    const left = new AbortController();
    const call = fetch(`${gateway.url}/api/campaigns`, { signal: left.signal }).catch(() => 'left');
    await settles(() => expect(campaign.seen).toHaveLength(1));
    left.abort();
    expect(await call).toBe('left');
    campaign.answer = usual;
    await settles(async () =>
      expect((await fetch(`${gateway.url}/api/campaigns`)).status).toBe(200),
    );
  });
});
