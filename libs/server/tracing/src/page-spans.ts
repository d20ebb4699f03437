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

/** Pages that never tell are forgotten, the oldest first. */
const MAX_AWAITED = 2_000;
/** Flag of a trace that is recorded. */
const RECORDED = 1;

interface Awaited {
  place: TraceContext;
  description: PageSpan;
  arrivedAt: number;
}

/**
 * Spans of pages in browsers. Their ids are drawn here, when a call arrives; a page can only say how long a call
 * took that was drawn, and no clock of a browser is believed.
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
        // The page reports calls that have ended.
        .end(Math.min(startTime + lastedMs, Date.now()));
    },
  };
}
