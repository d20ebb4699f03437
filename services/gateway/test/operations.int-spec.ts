import fs from 'node:fs/promises';
import path from 'node:path';
import { json, startGateway, type GatewayUnderTest } from './gateway-under-test';

const POINTERS = {
  campaigns: {
    version: 'v3',
    canary: { version: 'v4', percent: 10 },
    history: [
      { version: 'v3', at: '2026-11-20T10:00:00.000Z', how: 'rollback' },
      { version: 'v9', at: '2026-11-20T09:00:00.000Z', how: 'ship', withdrawn: true },
      { version: 'v2', at: '2026-11-19T10:00:00.000Z', how: 'start' },
    ],
  },
  auth: { version: 'a1' },
  broken: { version: 7 },
};

describe('state of the remotes for operators', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
    await fs.writeFile(path.join(gateway.folder, 'live.json'), JSON.stringify(POINTERS));
    gateway.upstreams.identity.answer = (request, response) => {
      const groups =
        request.headers.authorization === 'Bearer operator' ? ['operators'] : undefined;
      response.statusCode = request.headers.authorization === 'Bearer ended' ? 401 : 200;
      response.end(JSON.stringify({ id: 'x', groups }));
    };
  });
  afterAll(() => gateway.stop());

  const ask = (authorization?: string) =>
    fetch(`${gateway.url}/api/operations/remotes/`, {
      headers: authorization ? { authorization } : {},
    });

  it('reports the live version, the canary and the rollback target', async () => {
    const answer = await ask('Bearer operator');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await json(answer)).toEqual({
      remotes: [
        { id: 'auth', version: 'a1', live_since: null, canary: null, previous: null },
        {
          id: 'campaigns',
          version: 'v3',
          live_since: '2026-11-20T10:00:00.000Z',
          canary: { version: 'v4', percent: 10 },
          previous: { version: 'v2' },
        },
      ],
    });
  });

  it.each([
    ['a visitor', undefined, 401],
    ['users who signed out', 'Bearer ended', 401],
    ['anyone else', 'Bearer player', 404],
  ])('tells %s nothing', async (_who, authorization, status) => {
    const answer = await ask(authorization);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(JSON.stringify(await answer.json())).not.toContain('v3');
  });

  it('rejects callers while identity is unavailable', async () => {
    await gateway.upstreams.identity.stop();
    const answer = await ask('Bearer operator');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBeTruthy();
    await gateway.upstreams.identity.restart();
  });
});
