import {
  settles,
  startTraceReceiver,
  type ReceivedSpan,
  type TraceReceiver,
} from '@tomekeeper/testing';
import { flushTraces, recordWith, startTracing } from '@tomekeeper/tracing';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';

let receiver: TraceReceiver;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.endpoint;
  startTracing({
    service: 'gateway',
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    },
    warn: () => undefined,
  });
  gateway = await startGateway();
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
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

it('tells a service of the hop on which it was asked', async () => {
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
