import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import type { TraceContext } from '@tomekeeper/correlation';
import { hostname } from 'node:os';
import { CallerAllowance, type Sampling, samplingOf, wouldRecord } from './sampling';
import { pageSpans } from './page-spans';
import type { OpenSpan, Recorder } from './spans';
import type { TracingOptions } from './start-tracing';
import { isRecorded } from './traceparent';

/** Parses OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value` with percent-encoded values. */
export function headersOf(list: string | undefined): Record<string, string> {
  const pairs = (list ?? '').split(',').map((pair) => pair.split(/=(.*)/s, 2));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) =>
      name.trim() ? [[name.trim(), decoded(value.trim())]] : [],
    ),
  );
}

/** Keeps invalid percent-encoding unchanged: the collector will report it. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Passes on the first call, then at most one per interval. */
export function throttled<Value>(
  everyMs: number,
  tell: (what: Value) => void,
): (what: Value) => void {
  let quietUntil = -Infinity;
  return (what) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + everyMs;
    tell(what);
  };
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const TROUBLE_EVERY_MS = 300_000;
/** Timeout for flushing the last spans on shutdown. */
const FLUSH_WITHIN_MS = 2000;

/** Spans by OpenTelemetry's SDK, sent in batches as OTLP over HTTP. Loaded only if tracing is on. */
export function openTelemetry({ service, settings, warn }: TracingOptions): Recorder {
  const warnThrottled = throttled(TROUBLE_EVERY_MS, warn);
  const warnOf = (problem: unknown): void => warnThrottled(`traces: ${wordsOf(problem)}`);
  const silent = (): void => undefined;
  diag.setLogger(
    { error: warnOf, warn: warnOf, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler(warnOf);
  const protocol = settings.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && protocol !== 'http/json')
    warn(
      `traces: are sent as http/json; OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not known here`,
    );

  const sampling = samplingOf(settings);
  const processor = new BatchSpanProcessor(
    new OTLPTraceExporter({ headers: headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS) }),
  );
  const product = resourceFromAttributes({ 'service.namespace': 'tomekeeper' });
  const given = detectResources({ detectors: [envDetector] });
  const provider = new BasicTracerProvider({
    sampler: sampling.sampler,
    resource: product
      .merge(
        resourceFromAttributes({
          'service.name': service,
          'service.instance.id': `${hostname()}:${process.pid}`,
        }),
      )
      .merge(given),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('tomekeeper');
  return {
    begin: ({ name, kind, attributes = {} }, parent) =>
      openSpan(
        tracer.startSpan(
          name,
          { kind: KINDS[kind], attributes },
          parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT,
        ),
      ),
    believed: believer(sampling),
    pages: pageSpans({
      root: sampling.root,
      // Spans of pages carry their own service name, not this process's.
      resource: product.merge(given).merge(resourceFromAttributes({ 'service.name': 'browser' })),
      processor,
    }),
    flush: async () => {
      await provider.forceFlush({ timeoutMillis: FLUSH_WITHIN_MS }).catch(warnOf);
    },
  };
}

function openSpan(span: Span): OpenSpan {
  return {
    context: span.spanContext(),
    end({ error, attributes } = {}) {
      if (attributes) span.setAttributes(attributes);
      if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/**
 * External callers may continue their own trace. Sampling does not depend on their trace id, which they can choose, but on a
 * generated one; their sampled flag is honored only a few times per minute.
 */
function believer({ root, followsParent }: Sampling): Recorder['believed'] {
  const ids = new RandomIdGenerator();
  const allowance = new CallerAllowance();
  return (caller: TraceContext | undefined) => {
    if (!caller || !followsParent) return undefined;
    const recorded =
      wouldRecord(root, ids.generateTraceId()) || (isRecorded(caller) && allowance.take());
    return { ...caller, traceFlags: recorded ? 1 : 0 };
  };
}

const wordsOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message || problem.name : String(problem);
