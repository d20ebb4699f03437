import { describeWithRedis, settles, startRedis, type TestRedis } from '@tomekeeper/testing';
import { REDIS_LIMITS } from '../src/limits/limits';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';

/** Below common client timeouts, even on a busy machine. */
const HARDLY_LATE_MS = 8_000;

describeWithRedis('limits of several gateways on one Redis', () => {
  let redis: TestRedis;
  let gateways: GatewayUnderTest[] = [];

  beforeAll(async () => {
    redis = await startRedis({ password: 'secret' });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    gateways = [];
  });
  afterAll(() => redis?.stop());

  const start = async (count: number) => {
    const settings = { REDIS_URL: redis.freshUrl(), RATE_LIMIT_CONTACT: '3' };
    gateways = await Promise.all(Array.from({ length: count }, () => startGateway(settings)));
  };
  const post = async (at: number): Promise<number> => {
    const { status } = await fetch(`${gateways[at]?.url}/api/contact`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(HARDLY_LATE_MS),
    });
    return status;
  };
  const isCountedAgain = () => settles(async () => expect(await post(0)).toBe(429));

  it('are one count', async () => {
    // On a busy machine Redis may answer later than calls wait for it.
    jest.replaceProperty(REDIS_LIMITS, 'timeoutMs', 60_000);
    await start(2);
    const statuses = [];
    for (const at of [0, 1, 0, 1, 0]) statuses.push(await post(at));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('let everything through while it is away, and count again once it is back', async () => {
    await start(1);
    for (let at = 0; at < 3; at++) await post(0);
    expect(await post(0)).toBe(429);
    await redis.kill();
    for (let at = 0; at < 10; at++) expect(await post(0)).toBe(200);
    await redis.start();
    await isCountedAgain();
  });

  it('let everything through while it is stuck', async () => {
    await start(1);
    for (let at = 0; at < 3; at++) await post(0);
    redis.freeze();
    for (let at = 0; at < 10; at++) expect(await post(0)).toBe(200);
    redis.thaw();
    await isCountedAgain();
  });

  it('do without it from the start', async () => {
    await redis.kill();
    await start(1);
    for (let at = 0; at < 5; at++) expect(await post(0)).toBe(200);
    await redis.start();
    await isCountedAgain();
  });
});
