import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, createLog, Public, type EdgeOptions } from '@tomekeeper/service-kit';
import { flushTraces, recordWith, startTracing, type TracingSettings } from '@tomekeeper/tracing';
import { settles, startTraceReceiver, traceTo, type TraceReceiver } from '../src';

/** User data, placed in every part of a request. */
const CANARY = 'canary-7e1f';
const CALLER = '0af7651916cd43dd8448eb211c80319c';

@Public()
@Controller('api/things')
class ThingsController {
  @Get(':id')
  get(@Param('id') _id: string): string {
    return 'a thing';
  }
  @Post(':id')
  refuse(@Body() _body: unknown): never {
    throw new Error(`${CANARY} is not a thing`);
  }
}

@Module({ controllers: [ThingsController] })
class TestModule {}

const edge = { trustedProxies: undefined, securityHeaders: {} };

let receiver: TraceReceiver;
let apps: NestFastifyApplication[];

beforeEach(async () => {
  receiver = await startTraceReceiver();
  apps = [];
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  recordWith(undefined);
  await receiver.close();
});

/** Turns tracing on with temporary environment variables for OpenTelemetry. */
const tracing = (settings: TracingSettings, forTheSdk?: Record<string, string>): string[] =>
  traceTo(receiver, 'things', settings, forTheSdk);

async function serving(options: { edge?: EdgeOptions } = {}): Promise<{
  url: string;
  lines: Record<string, unknown>[];
}> {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('things', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const app = await createApp({ module: TestModule, log, ...options });
  apps.push(app);
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), lines };
}

const everything = { OTEL_TRACES_SAMPLER: 'parentbased_always_on' } as const;
const callerHeaders = (flags: '00' | '01') => ({
  traceparent: `00-${CALLER}-b7ad6b7169203331-${flags}`,
});

it('makes a span of a request, and the line of the log leads to it', async () => {
  tracing(everything);
  const { url, lines } = await serving();
  await fetch(`${url}/api/things/1`, { headers: { 'x-correlation-id': 'click-12345' } });
  await flushTraces();
  await settles(() => expect(receiver.spans).toHaveLength(1));
  const [span] = receiver.spans;
  expect(span).toMatchObject({
    service: 'things',
    name: 'GET /api/things/:id',
    kind: 'server',
    isError: false,
    attributes: {
      'http.route': '/api/things/:id',
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'tomekeeper.correlation_id': 'click-12345',
    },
  });
  expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({
    trace_id: span?.traceId,
    correlation_id: 'click-12345',
  });
});

it('keeps user data out of spans', async () => {
  tracing(everything);
  const { url } = await serving();
  await fetch(`${url}/api/things/${CANARY}?token=${CANARY}#${CANARY}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${CANARY}`,
      'content-type': 'application/json',
      'user-agent': CANARY,
      tracestate: `vendor=${CANARY}`,
      baggage: `who=${CANARY}`,
    },
    body: JSON.stringify({ title: CANARY }),
  });
  await settles(async () => {
    await flushTraces();
    expect(receiver.spans).toMatchObject([
      { name: 'POST /api/things/:id', isError: true, attributes: { 'error.type': '500' } },
    ]);
  });
  expect(receiver.bodies.join()).not.toContain(CANARY);
});

it('excludes health checks, metrics and openapi.json', async () => {
  tracing(everything);
  const { url } = await serving();
  for (const path of [
    '/health/live',
    '/health/ready',
    '/metrics',
    '/openapi.json',
    '/api/things/1',
  ])
    await (await fetch(url + path)).text();
  await settles(async () => {
    await flushTraces();
    expect(receiver.spans.map(({ name }) => name)).toEqual(['GET /api/things/:id']);
  });
});

it('continues the trace of an internal caller, regardless of its sampling decision', async () => {
  tracing({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  const { url } = await serving();
  await fetch(`${url}/api/things/1`, { headers: callerHeaders('00') });
  await fetch(`${url}/api/things/2`);
  await fetch(`${url}/api/things/3`, { headers: callerHeaders('01') });
  await settles(async () => {
    await flushTraces();
    expect(receiver.spans).toMatchObject([{ traceId: CALLER, parentSpanId: 'b7ad6b7169203331' }]);
  });
});

it('lets callers from outside name their trace, but record no more than sixty a minute', async () => {
  tracing({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  const { url } = await serving({ edge });
  for (let call = 0; call < 100; call += 1)
    await (await fetch(`${url}/api/things/1`, { headers: callerHeaders('01') })).text();
  await settles(async () => {
    await flushTraces();
    expect(receiver.spans).toHaveLength(60);
  });
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([CALLER]));
});

it('does not let callers from outside choose an id that is always recorded', async () => {
  // The ratio sampler decides by trace ID: this ID is below every threshold.
  const lowest = '00000000000000010000000000000001';
  tracing({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 1e-9 });
  const { url } = await serving({ edge });
  const headers = { traceparent: `00-${lowest}-b7ad6b7169203331-00` };
  for (let call = 0; call < 50; call += 1)
    await (await fetch(`${url}/api/things/1`, { headers })).text();
  await flushTraces();
  expect(receiver.spans).toEqual([]);
});

it.each([
  { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 0.5 },
  { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 0.5 },
  { OTEL_TRACES_SAMPLER: 'parentbased_always_off' },
] as const)(
  'tells pages of the calls that are recorded, and of no others: %j',
  async (settings) => {
    tracing(settings);
    const { url } = await serving({ edge: { ...edge, isPageCall: () => true } });
    const timings: string[] = [];
    for (let call = 0; call < 50; call += 1) {
      const answer = await fetch(`${url}/api/things/1`);
      await answer.text();
      const timing = answer.headers.get('server-timing');
      if (timing) timings.push(timing);
    }
    await settles(async () => {
      await flushTraces();
      const places = receiver.spans.map(
        ({ traceId, parentSpanId }) => `trace;desc="00-${traceId}-${parentSpanId}-01"`,
      );
      expect(places.sort()).toEqual(timings.sort());
    });
  },
);

it('makes no spans, and loads nothing, without an endpoint', async () => {
  startTracing({ service: 'things', settings: {}, warn: () => undefined });
  const { url } = await serving();
  await fetch(`${url}/api/things/1`, { headers: callerHeaders('01') });
  await flushTraces();
  expect(receiver.bodies).toEqual([]);
});

it('responds normally while the trace receiver is down, and logs one warning', async () => {
  const timings = tracing(everything, { OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
  await receiver.close();
  const { url } = await serving();
  for (let time = 0; time < 3; time += 1) {
    expect((await fetch(`${url}/api/things/1`)).status).toBe(200);
    await flushTraces();
  }
  expect(timings).toEqual([expect.stringMatching(/^traces: /)]);
});
