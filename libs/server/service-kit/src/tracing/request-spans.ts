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

/** OpenTelemetry takes an empty variable for none. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

/** OpenTelemetry's own settings. Its libraries read more of them: OTEL_BSP_*, OTEL_RESOURCE_ATTRIBUTES, … */
export const tracingConfig = {
  /** Where traces are sent, as OTLP over HTTP with JSON; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: unlessEmpty(z.url()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: unlessEmpty(z.url()),
  OTEL_EXPORTER_OTLP_HEADERS: unlessEmpty(z.string()),
  OTEL_EXPORTER_OTLP_PROTOCOL: unlessEmpty(z.string()),
  OTEL_TRACES_EXPORTER: unlessEmpty(z.enum(['otlp', 'none'])),
  OTEL_SDK_DISABLED: unlessEmpty(z.stringbool()),
  OTEL_SERVICE_NAME: unlessEmpty(z.string()),
  /** Default: `parentbased_traceidratio` with one in a hundred. */
  OTEL_TRACES_SAMPLER: unlessEmpty(z.enum(SAMPLERS)),
  OTEL_TRACES_SAMPLER_ARG: unlessEmpty(z.coerce.number().min(0).max(1)),
};

/** A process that stops sends the spans that it still holds. */
@Injectable()
export class TraceFlush implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return flushTraces();
  }
}

const traces = new WeakMap<FastifyRequest, TraceContext>();

/** Where in a trace a request is, if traces are kept at all. The gateway can't tell by what runs it. */
export const traceOf = (request: FastifyRequest): TraceContext | undefined => traces.get(request);

/** What the process that faces browsers knows of its callers. */
export interface EdgeCallers {
  /** Whether a page of ours makes it, which may tell how long it took: then its trace begins there. */
  isPageCall?: (request: FastifyRequest) => boolean;
}

/**
 * Begins the span of a request that ends with its answer.
 * @param edge its caller is not one of us, so that little of what it says of its trace is believed
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

/** Where the call of a page is in a new trace. The page learns it with the answer, and only if it is recorded. */
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
