import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Replica } from './upstream';

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
