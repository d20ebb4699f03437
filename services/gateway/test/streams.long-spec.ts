import { Readiness } from '@tomekeeper/service-kit';
import { settles } from '@tomekeeper/testing';
import http from 'node:http';
import { Limits } from '../src/limits/limits';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';

let gateway: GatewayUnderTest;
/** Answers of the service that are open, the oldest first. */
let open: http.ServerResponse[];

const start = async (settings: Record<string, string> = {}) => {
  gateway = await startGateway(settings);
  open = [];
  gateway.upstreams.live.answer = (request, response) => {
    if (request.method === 'HEAD' || request.url !== '/api/live/') {
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(':\n\n');
    open.push(response);
    response.once('close', () => (open = open.filter((one) => one !== response)));
  };
};
afterEach(() => gateway?.stop());

interface Client {
  status: number;
  headers: http.IncomingHttpHeaders;
  text(): string;
  isOver(): boolean;
  answer: http.IncomingMessage;
  leave(): void;
}

const listen = (): Promise<Client> =>
  new Promise((resolve, reject) => {
    const request = http.get(`${gateway.url}/api/live/`, {
      agent: false,
      headers: { 'accept-encoding': 'br, gzip', 'last-event-id': '7' },
    });
    request.once('error', reject);
    request.once('response', (answer) => {
      let text = '';
      let isOver = false;
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      for (const event of ['close', 'error']) answer.on(event, () => (isOver = true));
      request.on('error', () => (isOver = true));
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: () => text,
        isOver: () => isOver,
        answer,
        leave: () => request.destroy(),
      });
    });
  });
const ordinary = async () => (await fetch(`${gateway.url}/api/campaigns/`)).status;

it('forwards each event immediately and unchanged, and timeouts do not cut the stream', async () => {
  await start({ UPSTREAM_TIMEOUT_MS: '200' });
  const client = await listen();
  expect(client.status).toBe(200);
  expect(client.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
  expect(client.headers['content-encoding']).toBeUndefined();
  expect(client.headers['x-correlation-id']).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 700));
  open[0]?.write('data: 1\n\n');
  await settles(() => expect(client.text()).toBe(':\n\ndata: 1\n\n'));
  expect(gateway.upstreams.live.seen[0]?.headers['last-event-id']).toBe('7');
});

it('takes no place of ordinary calls, of the service, the gateway or the address', async () => {
  await start({
    MAX_OUTSTANDING: '1',
    MAX_OUTSTANDING_PER_ADDRESS: '1',
    UPSTREAM_MAX_OUTSTANDING: '1',
  });
  for (let at = 0; at < 5; at++) expect((await listen()).status).toBe(200);
  expect(await ordinary()).toBe(200);
  expect((await fetch(`${gateway.url}/api/live/other/`)).status).toBe(200);
});

it('bounds the streams of one address, whose places come free again', async () => {
  await start({ MAX_STREAMS_PER_ADDRESS: '2' });
  const first = await listen();
  await listen();
  const refused = await listen();
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('5');
  expect(await ordinary()).toBe(200);
  first.leave();
  await settles(async () => expect((await listen()).status).toBe(200));
});

it('bounds all streams together', async () => {
  await start({ MAX_STREAMS: '1' });
  await listen();
  expect((await listen()).status).toBe(503);
  expect(await ordinary()).toBe(200);
});

it('leaves the service when the client leaves', async () => {
  await start();
  const client = await listen();
  expect(open).toHaveLength(1);
  client.leave();
  await settles(() => expect(open).toHaveLength(0));
});

it('ends the stream when the service goes, and says 503 until it is back', async () => {
  await start();
  const client = await listen();
  await gateway.upstreams.live.stop();
  await settles(() => expect(client.isOver()).toBe(true));
  const refused = await listen();
  expect(refused.status).toBe(503);
  await settles(() => expect(refused.text()).toContain('service.unavailable'));
});

it('passes refusals of the service on', async () => {
  await start();
  gateway.upstreams.live.answer = (_request, response) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('{"status":401}');
  const client = await listen();
  expect(client.status).toBe(401);
  await settles(() => expect(client.isOver()).toBe(true));
  expect(client.text()).toBe('{"status":401}');
});

it('passes other methods on as ordinary calls', async () => {
  await start();
  const answer = await fetch(`${gateway.url}/api/live/`, { method: 'HEAD' });
  expect(answer.status).toBe(405);
});

it('ends all streams when draining, and serves other calls', async () => {
  await start();
  const client = await listen();
  gateway.app.get(Readiness).drain();
  await settles(() => expect(client.isOver()).toBe(true));
  expect(await ordinary()).toBe(200);
});

it('cuts a client that takes nothing, and not the others', async () => {
  await start();
  const slow = await listen();
  slow.answer.pause();
  const quick = await listen();
  const [toSlow, toQuick] = open;
  const much = Buffer.alloc(256 * 1024, 'x');
  await settles(
    () => {
      toSlow?.write(much);
      expect(open).not.toContain(toSlow);
    },
    { every: 5 },
  );
  toQuick?.write('data: 1\n\n');
  await settles(() => expect(quick.text()).toContain('data: 1'));
});

it('keeps no place for a client that leaves while its limits are checked', async () => {
  await start({ MAX_STREAMS_PER_ADDRESS: '1' });
  const limits = gateway.app.get(Limits);
  let pass = () => {};
  const isChecked = jest
    .spyOn(limits, 'check')
    .mockImplementationOnce(() => new Promise((resolve) => (pass = () => resolve(undefined))));
  const gone = http.get(`${gateway.url}/api/live/`, { agent: false }).on('error', () => undefined);
  await settles(() => expect(isChecked).toHaveBeenCalledTimes(1));
  const [request] = isChecked.mock.calls[0]!;
  gone.destroy();
  await settles(() => expect(request.raw.destroyed).toBe(true));
  pass();
  expect((await listen()).status).toBe(200);
});
