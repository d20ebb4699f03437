import {
  settles,
  startTraceReceiver,
  traceTo,
  type ReceivedSpan,
  type TraceReceiver,
} from '@tomekeeper/testing';
import { flushTraces, recordWith } from '@tomekeeper/tracing';
import { request as ask } from 'node:http';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';

let receiver: TraceReceiver;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  traceTo(receiver, 'gateway');
  gateway = await startGateway();
});
afterAll(async () => {
  await gateway.stop();
  recordWith(undefined);
  await receiver.close();
});

/** Spans of the click with this id, once there are so many. */
async function spansOf(correlation: string, howMany: number): Promise<ReceivedSpan[]> {
  let found: ReceivedSpan[] = [];
  await settles(async () => {
    await flushTraces();
    const root = receiver.spans.find(
      ({ attributes }) => attributes['tomekeeper.correlation_id'] === correlation,
    );
    found = receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
    expect(found).toHaveLength(howMany);
  });
  return found;
}

const get = (path: string, correlation: string) =>
  fetch(gateway.url + path, { headers: { 'x-correlation-id': correlation } });

/** `fetch` of Node says what it likes in these headers. @returns what the answer says of its trace */
const askAs = (url: string, headers: Record<string, string>) =>
  new Promise<string | undefined>((resolve, reject) => {
    ask(url, { headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.headers['server-timing'] as string | undefined));
    })
      .on('error', reject)
      .end();
  });

it('forwards the span of the hop', async () => {
  await get('/api/campaigns/7?token=canary', 'click-hop-1');
  const spans = await spansOf('click-hop-1', 2);
  const request = spans.find(({ kind }) => kind === 'server');
  const hop = spans.find(({ kind }) => kind === 'client');
  expect(request).toMatchObject({ name: 'GET /api/campaigns/*', parentSpanId: undefined });
  expect(hop).toMatchObject({
    name: 'GET campaign',
    parentSpanId: request?.spanId,
    attributes: { 'server.address': 'campaign', 'http.response.status_code': 200 },
  });
  expect(gateway.upstreams.campaign.seen.at(-1)?.headers['traceparent']).toBe(
    `00-${hop?.traceId}-${hop?.spanId}-01`,
  );
});

it('shows each try that a service did not answer', async () => {
  await gateway.upstreams.contact.stop();
  expect((await get('/api/contact/challenge', 'click-down-1')).status).toBe(503);
  const spans = await spansOf('click-down-1', 3);
  const tries = spans.filter(({ kind }) => kind === 'client');
  expect(tries).toMatchObject([
    { name: 'GET contact', isError: true, attributes: { 'error.type': 'unreachable' } },
    { name: 'GET contact', isError: true, attributes: { 'error.type': 'unreachable' } },
  ]);
  expect(spans.find(({ kind }) => kind === 'server')).toMatchObject({
    isError: true,
    attributes: { 'http.response.status_code': 503 },
  });
});

describe('the call of a page', () => {
  const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  const call = (path: string, correlation: string, headers: Record<string, string> = page) =>
    askAs(gateway.url + path, { 'x-correlation-id': correlation, ...headers });
  const report = async (...spans: object[]) => {
    const answer = await fetch(`${gateway.url}/api/reports/`, {
      method: 'POST',
      body: JSON.stringify({ view: 'a', spans }),
      headers: { 'content-type': 'application/json', ...page },
    });
    return answer.status;
  };
  const placeIn = (timing: string | undefined) => {
    const [, traceId, id] =
      /^trace;desc="00-([\da-f]{32})-([\da-f]{16})-01"$/.exec(timing ?? '') ?? [];
    if (!traceId || !id) throw new Error(`no place in: ${timing}`);
    return { traceId, id };
  };

  it('is the first span of its trace once the page has told of it, by its own name', async () => {
    const { traceId, id } = placeIn(await call('/api/campaigns/7?token=canary', 'click-page-1'));
    expect(await report({ id, waited: 40, lasted: 60 }, { id, waited: 0, lasted: 1 })).toBe(204);
    const spans = await spansOf('click-page-1', 3);
    const pageSpan = spans.find(({ service }) => service === 'browser');
    const request = spans.find(({ kind }) => kind === 'server');
    expect(pageSpan).toMatchObject({
      traceId,
      spanId: id,
      parentSpanId: undefined,
      kind: 'client',
      name: 'GET /api/campaigns/*',
      attributes: { 'tomekeeper.correlation_id': 'click-page-1' },
    });
    expect(request).toMatchObject({ service: 'gateway', parentSpanId: id });
    expect(pageSpan?.startedAt).toBeLessThanOrEqual((request?.startedAt ?? 0) - 39);
    expect(receiver.bodies.join()).not.toContain('canary');
  });

  it('ends at its report, regardless of the page’s times', async () => {
    const { id } = placeIn(await call('/api/campaigns/', 'click-page-2'));
    expect(await report({ id, waited: 0, lasted: 300_000 })).toBe(204);
    const spans = await spansOf('click-page-2', 3);
    expect(spans.find(({ spanId }) => spanId === id)?.endedAt).toBeLessThanOrEqual(Date.now());
  });

  it('accepts only valid durations of recorded requests', async () => {
    const before = 'f'.repeat(16);
    expect(await report({ id: before, waited: 0, lasted: 1 })).toBe(204);
    const { id } = placeIn(await call('/api/campaigns/', 'click-page-3'));
    expect(await report({ id, waited: 2, lasted: 1 })).toBe(204);
    expect(await report({ id: `${id}'`, waited: 0, lasted: 1 })).toBe(400);
    expect(await report({ id, waited: -1, lasted: 1 })).toBe(400);
    expect(await report({ id, waited: 0, lasted: 300_001 })).toBe(400);
    expect(await report(...Array(21).fill({ id, waited: 0, lasted: 1 }))).toBe(400);
    await spansOf('click-page-3', 2);
    expect(receiver.spans.map(({ spanId }) => spanId)).not.toContain(before);
  });

  it.each([
    ['another site', { ...page, 'sec-fetch-site': 'cross-site' }],
    ['a program', {}],
    ['a person who opens the page', { ...page, 'sec-fetch-mode': 'navigate' }],
    ['a person who does not want to be tracked', { ...page, dnt: '1' }],
    ['a person who wants privacy', { ...page, 'sec-gpc': '1' }],
    [
      'a caller who sends a trace id',
      { ...page, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    ],
  ])('is none when %s calls', async (_who, headers) => {
    expect(await call('/api/campaigns/', 'click-none-1', headers)).toBeUndefined();
  });

  it('is not created for reports of pages, or without a request to a service', async () => {
    expect(await call('/api/reports/', 'click-none-2')).toBeUndefined();
    expect(await call('/config.json', 'click-none-3')).toBeUndefined();
    expect(await call('/', 'click-none-4')).toBeUndefined();
  });
});
