import { SpanKind } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  RandomIdGenerator,
  type Sampler,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { TraceContext } from '@tomekeeper/correlation';
import { wouldRecord } from './sampling';
import type { Recorder, PageSpan } from './spans';

/** Maximum pending page spans; the oldest is dropped, because some pages never report. */
const MAX_AWAITED = 2_000;
/** Sampled flag. */
const RECORDED = 1;

interface Awaited {
  place: TraceContext;
  description: PageSpan;
  arrivedAt: number;
}

/**
 * Spans of pages in browsers. The gateway generates their ids when a request arrives; a page reports only the durations of such
 * requests, and browser clocks are not trusted.
 */
export function pageSpans(options: {
  root: Sampler;
  resource: Resource;
  processor: SpanProcessor;
}): Recorder['pages'] {
  const ids = new RandomIdGenerator();
  const awaited = new Map<string, Awaited>();
  let place: TraceContext;
  const tracer = new BasicTracerProvider({
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => place.traceId, generateSpanId: () => place.spanId },
    resource: options.resource,
    spanProcessors: [options.processor],
  }).getTracer('tomekeeper');

  return {
    expect(description) {
      const traceId = ids.generateTraceId();
      const isDrawn = wouldRecord(options.root, traceId);
      const drawn = { traceId, spanId: ids.generateSpanId(), traceFlags: isDrawn ? RECORDED : 0 };
      if (isDrawn) {
        awaited.set(drawn.spanId, { place: drawn, description, arrivedAt: Date.now() });
        for (const oldest of awaited.keys()) {
          if (awaited.size <= MAX_AWAITED) break;
          awaited.delete(oldest);
        }
      }
      return drawn;
    },
    finished(spanId, { waitedMs, lastedMs }) {
      const found = awaited.get(spanId);
      if (!found || waitedMs > lastedMs) return;
      awaited.delete(spanId);
      const { name, attributes = {} } = found.description;
      const startTime = found.arrivedAt - waitedMs;
      ({ place } = found);
      tracer
        .startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime, root: true })
        // The page reports completed calls only.
        .end(Math.min(startTime + lastedMs, Date.now()));
    },
  };
}
