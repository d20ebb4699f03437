import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])),
  );
const milliseconds = z.string().transform((nanoseconds) => Number(nanoseconds) / 1e6);
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: milliseconds,
              endTimeUnixNano: milliseconds,
              attributes,
              status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Kinds of spans by their number in OTLP. */
const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

export interface ReceivedSpan {
  service: unknown;
  name: string;
  kind: string | undefined;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** Milliseconds, as of `Date.now()`. */
  startedAt: number;
  endedAt: number;
  attributes: Record<string, unknown>;
  isError: boolean;
}

/** Takes traces as OTLP over HTTP with JSON, the way Jaeger or a collector would. */
export interface TraceReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** Everything that came, as it came. */
  readonly bodies: string[];
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      spans.push(...spansOf(body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf(body: string): ReceivedSpan[] {
  return sent.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(
        ({ kind, status, parentSpanId, startTimeUnixNano, endTimeUnixNano, ...span }) => ({
          ...span,
          startedAt: startTimeUnixNano,
          endedAt: endTimeUnixNano,
          service: resource.attributes['service.name'],
          kind: KINDS[kind],
          parentSpanId: parentSpanId || undefined,
          isError: status.code === 2,
        }),
      ),
    ),
  );
}
