import Fastify, { type FastifyInstance } from 'fastify';
import { gatewayConfig, type GatewayConfig } from '../config';
import { Limits } from './limits';

const defaults = Object.fromEntries(
  Object.keys(gatewayConfig)
    .filter((name) => name.startsWith('RATE_LIMIT_'))
    .map((name) => [name, 1000]),
);

describe('limits counted in one process', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  const start = async (settings: Partial<GatewayConfig>) => {
    app = Fastify();
    const limits = new Limits({ ...defaults, ...settings } as GatewayConfig);
    await limits.register(app);
    app.all('/*', (request) => limits.check(request).then((wait) => ({ wait })));
  };
  const call = async (url: string, method: 'GET' | 'POST' = 'GET', token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await app.inject({ url, method, headers })).json<{ wait?: number }>().wait;
  };

  it('apply to the group of a call and not to other calls', async () => {
    await start({ RATE_LIMIT_CONTACT: 2 });
    expect(await call('/api/contact', 'POST')).toBeUndefined();
    expect(await call('/api/contact', 'POST')).toBeUndefined();
    expect(await call('/api/contact', 'POST')).toBeGreaterThan(50);
    expect(await call('/api/subscribe', 'POST')).toBeUndefined();
  });

  it('apply to each token separately', async () => {
    await start({ RATE_LIMIT_USER: 1 });
    expect(await call('/api/me', 'GET', 'ada')).toBeUndefined();
    expect(await call('/api/me', 'GET', 'ada')).toBeGreaterThan(50);
    expect(await call('/api/me', 'GET', 'bob')).toBeUndefined();
    expect(await call('/api/me')).toBeUndefined();
  });

  it('do not lock users out when the wall clock is set back', async () => {
    let now = 1000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    await start({ RATE_LIMIT_ADDRESS: 1 });
    expect([await call('/a'), await call('/a')]).toEqual([undefined, 60]);
    const wall = jest.spyOn(Date, 'now').mockReturnValue(0);
    now += 60_000;
    expect(await call('/a')).toBeUndefined();
    wall.mockRestore();
    clock.mockRestore();
  });

  it('apply to all calls of an address', async () => {
    await start({ RATE_LIMIT_ADDRESS: 2 });
    expect([await call('/a'), await call('/b', 'POST')]).toEqual([undefined, undefined]);
    expect(await call('/c')).toBeGreaterThan(50);
  });
});
