import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Replica, Upstream } from './upstream';

/** What `docker-compose.yml` gives a service to drain; Kubernetes gives more. */
const DRAIN_MS = 2500;

describe('connections to a replica', () => {
  let server: Server;
  let replica: Replica;
  beforeEach(async () => {
    server = createServer((_request, response) => response.end('{}'));
    server.keepAliveTimeout = 72_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    replica = new Replica(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 3);
  });
  afterEach(async () => {
    await replica.close();
    server.close();
  });

  it('are closed by the gateway when they were idle for less than a service drains', async () => {
    let open = 0;
    server.on('connection', (socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    await replica.check();
    await replica.check();
    expect(open).toBeGreaterThan(0);
    await sleep(DRAIN_MS);
    expect(open).toBe(0);
  });
});

describe('an upstream without calls for ten seconds', () => {
  let server: Server;
  let upstream: Upstream;
  let status = 200;
  beforeEach(async () => {
    server = createServer((_request, response) => response.writeHead(status).end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    jest.useFakeTimers({
      doNotFake: [
        ...(['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
        ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
      ],
    });
    upstream = new Upstream('campaign', [`http://127.0.0.1:${port}`], 3);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await upstream.close();
    server.close();
  });

  const call = () => new Promise<void>((resolve) => upstream.beforeCall(resolve));
  const replica = () => upstream.replicas[0];

  it('checks its replicas before the next call, and not before the following ones', async () => {
    let isCalled = false;
    upstream.beforeCall(() => (isCalled = true));
    expect(isCalled).toBe(true);
    jest.advanceTimersByTime(10_001);
    expect(upstream.isIdle).toBe(true);
    status = 503;
    await call();
    expect(replica()?.isReady).toBe(false);
    expect(upstream.isIdle).toBe(false);
    status = 200;
    await call();
    expect(replica()?.isReady).toBe(false);
    jest.advanceTimersByTime(10_001);
    await Promise.all([call(), call()]);
    expect(replica()?.isReady).toBe(true);
  });
});
