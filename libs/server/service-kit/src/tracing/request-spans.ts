import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { TraceContext } from '@tomekeeper/correlation';
import {
  beginTrace,
  believedTrace,
  expectPageSpan,
  flushTraces,
  formatTraceparent,
  isRecorded,
  type OpenSpan,
  parseTraceparent,
  SAMPLERS,
  type SpanDescription,
  TRACE_HEADER,
} from '@tomekeeper/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** OpenTelemetry treats an empty variable as unset. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

/** OpenTelemetry's own settings. Its libraries read further ones: OTEL_BSP_*, OTEL_RESOURCE_ATTRIBUTES, … */
export const tracingConfig = {
  /** Endpoint for traces (OTLP over HTTP with JSON); tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: unlessEmpty(z.url()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: unlessEmpty(z.url()),
  OTEL_EXPORTER_OTLP_HEADERS: unlessEmpty(z.string()),
  OTEL_EXPORTER_OTLP_PROTOCOL: unlessEmpty(z.string()),
  OTEL_TRACES_EXPORTER: unlessEmpty(z.enum(['otlp', 'none'])),
  OTEL_SDK_DISABLED: unlessEmpty(z.stringbool()),
  OTEL_SERVICE_NAME: unlessEmpty(z.string()),
  /** Default: `parentbased_traceidratio` with 0.01. */
  OTEL_TRACES_SAMPLER: unlessEmpty(z.enum(SAMPLERS)),
  OTEL_TRACES_SAMPLER_ARG: unlessEmpty(z.coerce.number().min(0).max(1)),
};

/** Sends pending spans on shutdown. */
@Injectable()
export class TraceFlush implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return flushTraces();
  }
}

const traces = new WeakMap<FastifyRequest, TraceContext>();

/** Trace position of a request, if tracing is on. Stored per request, because the gateway has no async context. */
export const traceOf = (request: FastifyRequest): TraceContext | undefined => traces.get(request);

/** Knowledge of the public-facing process about its callers. */
export interface EdgeCallers {
  /** Whether one of our pages sent the request and may report its duration: then the trace starts there. */
  isPageCall?: (request: FastifyRequest) => boolean;
}

/**
 * Starts the span of a request, which ends with its response.
 * @param edge set for external callers, whose trace context is mostly ignored
 */
export function traceRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  edge: EdgeCallers | undefined,
): void {
  const caller = parseTraceparent(request.headers[TRACE_HEADER]);
  const route = request.routeOptions.url;
  const description: SpanDescription = {
    name: route ? `${request.method} ${route}` : request.method,
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      ...(route ? { 'http.route': route } : {}),
      'tomekeeper.correlation_id': request.id,
    },
  };
  const parent = edge
    ? (believedTrace(caller) ??
      (edge.isPageCall?.(request) ? callOfPage(description, reply) : undefined))
    : caller;
  const span = beginTrace(description, parent);
  if (!span) return;
  traces.set(request, span.context);
  if (isRecorded(span.context)) reply.raw.once('close', () => endWith(span, reply));
}

/** Starts a trace with the page's request. The response tells the page its span id only if the trace is sampled. */
function callOfPage(description: SpanDescription, reply: FastifyReply): TraceContext | undefined {
  const place = expectPageSpan(description);
  if (place && isRecorded(place))
    void reply.header('server-timing', `trace;desc="${formatTraceparent(place)}"`);
  return place;
}

function endWith(span: OpenSpan, { raw }: FastifyReply): void {
  const { statusCode: status } = raw;
  const failure = status >= 500 ? String(status) : undefined;
  span.end({
    attributes: { 'http.response.status_code': status },
    error: raw.writableFinished ? failure : 'aborted',
  });
}
