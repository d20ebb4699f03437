import type { TraceContext } from '@tomekeeper/correlation';
import {
  beginTrace,
  believedTrace,
  expectPageSpan,
  formatTraceparent,
  isRecorded,
  parseTraceparent,
  TRACE_HEADER,
  type OpenSpan,
  type SpanDescription,
} from '@tomekeeper/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
