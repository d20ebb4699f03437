import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { finished } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionGuard, type GuardOptions } from './connection-guard';

const BODY = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx';
const CALL = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('the guard of connections', () => {
  let server: http.Server;
  let guard: ConnectionGuard;
  let port: number;
  const sockets: net.Socket[] = [];

  async function listen(
    options: Partial<GuardOptions>,
    listener: http.RequestListener = (request, response) => {
      request.resume().once('end', () => response.end('served'));
    },
  ): Promise<void> {
    guard = new ConnectionGuard({
      perAddress: 3,
      total: 100,
      progress: { bytes: 1024, withinMs: 60_000 },
      ...options,
    });
    server = http.createServer(listener);
    guard.watch(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Connection from an address of this machine that has sent data. */
  async function connect(sent: string, from = '127.0.0.1'): Promise<net.Socket & { got: string }> {
    const socket = Object.assign(net.connect({ port, host: '127.0.0.1', localAddress: from }), {
      got: '',
    });
    sockets.push(socket);
    socket.setEncoding('utf8').on('data', (text: string) => (socket.got += text));
    socket.on('error', () => undefined);
    const seen = once(server, 'connection');
    await seen;
    if (sent !== '') socket.write(sent);
    if (sent === CALL) await until(() => socket.got.includes('served'));
    if (sent === BODY) await pause(20);
    return socket;
  }

  const isOpen = (socket: net.Socket) => !socket.destroyed && !socket.readableEnded;
  async function until(isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + 10_000; !isSo(); await pause(5))
      if (Date.now() > end) throw new Error(`This did not come: ${isSo}`);
  }

  it('gives up the oldest body that does not come, with 408, and serves the newcomer', async () => {
    await listen({});
    const slow = [await connect(BODY), await connect(BODY), await connect(BODY)];
    const newcomer = await connect(CALL);
    expect(newcomer.got).toContain('200 OK');
    await until(() => slow[0]?.readableEnded === true || slow[0]?.destroyed === true);
    expect(slow[0]?.got).toContain('408 Request Timeout');
    expect(slow.slice(1).every(isOpen)).toBe(true);
    expect(guard.cut.share).toBe(1);
  });

  it('prefers who has never had an answer to who only waits with a connection', async () => {
    await listen({});
    const honest = await connect(CALL);
    const silent = [await connect(''), await connect('')];
    await connect(CALL);
    await until(() => !isOpen(silent[0] as net.Socket));
    expect([honest, silent[1] as net.Socket].every(isOpen)).toBe(true);
  });

  it('prefers a newcomer to who only waits with a connection', async () => {
    await listen({});
    const idle = [await connect(CALL), await connect(CALL), await connect(CALL)];
    const newcomer = await connect(CALL);
    expect(newcomer.got).toContain('200 OK');
    await until(() => !isOpen(idle[0] as net.Socket));
    expect(idle.slice(1).every(isOpen)).toBe(true);
  });

  it('never closes a connection with a running request; rejects the new one instead', async () => {
    const held: http.ServerResponse[] = [];
    await listen({}, (_request, response) => void held.push(response));
    const busy = await Promise.all([1, 2, 3].map(() => connect(CALL.replace('/', '/held'))));
    await until(() => held.length === 3);
    const newcomer = await connect('');
    await until(() => !isOpen(newcomer));
    expect(busy.every(isOpen)).toBe(true);
    for (const response of held) response.end();
  });

  it('gives up who does not take an answer for who would', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    await listen({}, (request, response) => {
      response.end(request.url === '/large' ? large : 'served');
    });
    const readers: net.Socket[] = [];
    for (let at = 0; at < 3; at++) {
      const reader = await connect('');
      reader.pause();
      reader.write(CALL.replace('/', '/large'));
      readers.push(reader);
    }
    await pause(6_500);
    const newcomer = await connect(CALL);
    expect(newcomer.got).toContain('200 OK');
    expect(guard.cut).toMatchObject({ share: 1, stalled: 0 });
  });

  it('is not kept waiting by empty lines in place of a request', async () => {
    await listen({});
    Object.assign(server, { keepAliveTimeout: 500, headersTimeout: 500 });
    const idle = await connect(CALL);
    const dribble = setInterval(() => idle.write('\r\n'), 100);
    try {
      await until(() => !isOpen(idle));
    } finally {
      clearInterval(dribble);
    }
    expect(guard.cut.stalled).toBe(1);
  });

  it('answers few requests at a time of who does not wait for answers', async () => {
    let begun = 0;
    await listen({}, () => void begun++);
    const eager = await connect(CALL.replace('/', '/held').repeat(50));
    await until(() => !isOpen(eager));
    expect(begun).toBe(8);
    expect(guard.cut.pipelined).toBe(1);
  });

  it('tells of every request of a connection that it is over', async () => {
    const closed: string[] = [];
    await listen(
      {},
      ({ url = '' }, response) => void response.once('close', () => closed.push(url)),
    );
    const urls = ['/1', '/2', '/3'];
    const eager = await connect(urls.map((url) => CALL.replace('/', url)).join(''));
    await pause(200);
    eager.destroy();
    await until(() => closed.length === 3);
    expect(closed.sort()).toEqual(urls);
  });

  it('tells it of answers too that are only being made when their connection goes', async () => {
    const over: string[] = [];
    await listen({}, ({ url = '' }, response) => {
      setTimeout(() => finished(response, () => over.push(url)), 300);
    });
    const eager = await connect(['/1', '/2'].map((url) => CALL.replace('/', url)).join(''));
    await pause(100);
    eager.destroy();
    await until(() => over.length === 2);
  });

  it('has a share for each address, and none for proxies', async () => {
    await listen({ isTrusted: (address) => address === '127.0.0.3' });
    const others: net.Socket[] = [];
    for (let at = 0; at < 3; at++) others.push(await connect('', '127.0.0.2'));
    const proxy: net.Socket[] = [];
    for (let at = 0; at < 6; at++) proxy.push(await connect('', '127.0.0.3'));
    await connect(CALL);
    expect([...others, ...proxy].every(isOpen)).toBe(true);
    expect(guard.size).toBe(10);
  });

  it('takes from the address that has the most when all together are too many', async () => {
    await listen({ total: 4 });
    const one = await connect('', '127.0.0.2');
    const many: net.Socket[] = [];
    for (let at = 0; at < 3; at++) many.push(await connect('', '127.0.0.3'));
    await connect(CALL);
    await until(() => !isOpen(many[0] as net.Socket));
    expect(isOpen(one)).toBe(true);
    expect(guard.cut.total).toBe(1);
  });

  it('forgets connections that are gone', async () => {
    await listen({});
    for (const socket of [await connect(CALL), await connect('')]) socket.destroy();
    await until(() => guard.size === 0);
  });

  it('closes on who does not go on sending, and lets a slow line be', async () => {
    await listen({ progress: { bytes: 100, withinMs: 1_500 } });
    const stopped = await connect(BODY);
    const slow = await connect(BODY);
    const trickle = setInterval(() => slow.write('x'.repeat(100)), 500);
    await until(() => !isOpen(stopped));
    await pause(1_500);
    clearInterval(trickle);
    expect(stopped.got).toContain('408 Request Timeout');
    expect(slow.destroyed).toBe(false);
    expect(guard.cut.stalled).toBe(1);
  });

  it('closes on who does not take an answer, and waits for a handler as long as it works', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    await listen({ progress: { bytes: 1024, withinMs: 1_500 } }, (request, response) => {
      if (request.url === '/large') response.end(large);
      else setTimeout(() => response.end('served'), 4_000);
    });
    const reader = await connect('');
    reader.pause();
    reader.write(CALL.replace('/', '/large'));
    const patient = await connect(CALL);
    expect(patient.got).toContain('200 OK');
    await until(() => guard.cut.stalled === 1);
    expect(isOpen(patient)).toBe(true);
  });
});
