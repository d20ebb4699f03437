import fs from 'node:fs/promises';
import type net from 'node:net';
import path from 'node:path';
import { Metrics } from '@tomekeeper/service-kit';
import { settles } from '@tomekeeper/testing';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';
import { connect, send } from './raw-client';

const HEAD =
  'POST /api/campaigns/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const FIRST_BYTE = `${HEAD}Content-Length: 1000\r\n\r\n{`;

describe('requests that one client holds open', () => {
  let gateway: GatewayUnderTest;
  const sockets: net.Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await gateway.stop();
  });

  /** Connections from which nothing is expected. */
  function hold(count: number, bytes: string, from?: string): net.Socket[] {
    const held = Array.from({ length: count }, () => connect(gateway.url, from));
    for (const socket of held) {
      socket.on('error', () => undefined).resume();
      socket.write(bytes);
    }
    sockets.push(...held);
    return held;
  }
  const call = async (path = '/api/campaigns/', init?: RequestInit) =>
    (await fetch(gateway.url + path, init)).status;
  const metric = async (line: string) =>
    (await gateway.app.get(Metrics).registry.metrics()).includes(line);

  it('take no place of a service before their body is there', async () => {
    gateway = await startGateway();
    hold(140, FIRST_BYTE, '127.0.0.2');
    await settles(async () => expect(await metric('request_bodies_open 64')).toBe(true));
    for (let at = 0; at < 20; at++) {
      expect(await call()).toBe(200);
      expect(await call('/api/campaigns/', { method: 'POST', body: '{}' })).toBe(200);
    }
    expect(gateway.upstreams.campaign.seen).toHaveLength(40);
  });

  it('are rejected in favor of newer ones of the same address, oldest first, with 408', async () => {
    gateway = await startGateway({ MAX_OPEN_BODIES_PER_ADDRESS: '3' });
    const [first] = hold(3, FIRST_BYTE);
    let answer = '';
    first?.setEncoding('utf8').on('data', (text: string) => (answer += text));
    await settles(async () => expect(await metric('request_bodies_open 3')).toBe(true));
    expect(await call('/api/campaigns/', { method: 'POST', body: '{}' })).toBe(200);
    await settles(() => expect(answer).toContain('HTTP/1.1 408 '));
    expect(answer).toContain('"code":"request.timeout"');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  it('are counted by the address that a trusted proxy names', async () => {
    gateway = await startGateway({
      MAX_OPEN_BODIES_PER_ADDRESS: '2',
      MAX_CONNECTIONS_PER_ADDRESS: '4',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const from = (address: string) =>
      FIRST_BYTE.replace('Host', `X-Forwarded-For: ${address}\r\nHost`);
    hold(2, from('203.0.113.1'));
    hold(2, from('203.0.113.2'));
    hold(3, from('203.0.113.3'));
    await settles(async () => {
      expect(await metric('request_bodies_open 6')).toBe(true);
      expect(await metric('connections_closed_total{reason="share"} 0')).toBe(true);
    });
  });

  it('must have their headers within their time', async () => {
    gateway = await startGateway({ HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '20000' });
    const begun = performance.now();
    const answer = await send(gateway.url, 'GET /api/campaigns/ HTTP/1.1\r\nHost: localh');
    expect(answer.status).toBe(408);
    expect(answer.text).toContain('"code":"request.timeout"');
    // Node's own look at late requests comes every thirty seconds.
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it('must have their body within its time', async () => {
    gateway = await startGateway({ HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '2000' });
    const begun = performance.now();
    const answer = await send(gateway.url, FIRST_BYTE);
    expect(answer.status).toBe(408);
    expect(performance.now() - begun).toBeLessThan(15_000);
    await settles(async () => expect(await metric('request_bodies_open 0')).toBe(true));
  });

  it('have the deadlines of the contract by default', async () => {
    gateway = await startGateway();
    const { headersTimeout, requestTimeout } = gateway.app.getHttpServer();
    expect({ headersTimeout, requestTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 30_000,
    });
  });

  it('are limited to a share of the waiting requests, the rest is for others', async () => {
    gateway = await startGateway({ MAX_OUTSTANDING_PER_ADDRESS: '2' });
    const { campaign } = gateway.upstreams;
    const usual = campaign.answer;
    campaign.answer = (request, response) => {
      if (request.url?.startsWith('/health/')) usual(request, response);
    };
    // One connection whose client does not wait for answers is no way around.
    hold(1, 'GET /api/campaigns/ HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5));
    await settles(async () => {
      expect(campaign.seen).toHaveLength(2);
      expect(await metric('requests_shed_total{reason="address-full"} 3')).toBe(true);
    });
    const refused = await fetch(`${gateway.url}/api/documents/`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const pool = await fetch(`${gateway.url}/idp`, { method: 'POST', body: '{}' });
    expect(pool.status).toBe(400);
    expect(await pool.json()).toMatchObject({ __type: 'TooManyRequestsException' });
    const other = await send(
      gateway.url,
      'GET /api/documents/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
      '127.0.0.2',
    );
    expect(other.status).toBe(200);
    campaign.answer = usual;
    for (const socket of sockets.splice(0)) socket.destroy();
    await settles(async () => expect(await call('/api/documents/')).toBe(200));
  });

  const ifLinux = process.platform === 'linux' ? it : it.skip;
  ifLinux(
    'leave no file open when their connection closes, however many they requested',
    async () => {
      gateway = await startGateway();
      const file = path.join(gateway.folder, 'shell/static/js/large.js');
      await fs.writeFile(file, Buffer.alloc(4 * 1024 * 1024));
      const isOpen = async () => {
        const all = await fs.readdir('/proc/self/fd');
        const links = all.map((one) => fs.readlink(`/proc/self/fd/${one}`).catch(() => ''));
        return (await Promise.all(links)).filter((link) => link === file).length;
      };
      const ask = 'GET /static/js/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n';
      // Some are cut off, of others nothing is read.
      for (const count of [8, 60])
        for (let at = 0; at < 10; at++) {
          const socket = connect(gateway.url);
          socket.on('error', () => undefined).write(ask.repeat(count));
          sockets.push(socket);
        }
      await settles(async () => expect(await isOpen()).toBeGreaterThan(10));
      for (const socket of sockets.splice(0)) socket.destroy();
      await settles(async () => expect(await isOpen()).toBe(0));
    },
  );

  it('are bounded by connections too, which cost others of the address nothing', async () => {
    gateway = await startGateway({ MAX_CONNECTIONS_PER_ADDRESS: '8' });
    const idle = hold(20, '');
    await settles(async () =>
      expect(await metric('connections_closed_total{reason="share"} 12')).toBe(true),
    );
    for (let at = 0; at < 10; at++) expect(await call()).toBe(200);
    expect(idle.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(8);
  });
});
