import type { TraceContext } from '@tomekeeper/correlation';
import {
  beginTrace,
  believedTrace,
  isRecorded,
  parseTraceparent,
  TRACE_HEADER,
  type OpenSpan,
} from '@tomekeeper/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';

const traces = new WeakMap<FastifyRequest, TraceContext>();

/** Where in a trace a request is, if traces are kept at all. The gateway can't tell by what runs it. */
export const traceOf = (request: FastifyRequest): TraceContext | undefined => traces.get(request);

/**
 * Begins the span of a request that ends with its answer.
 * @param isEdge its caller is not one of us, so that little of what it says of its trace is believed
 */
export function traceRequest(request: FastifyRequest, reply: FastifyReply, isEdge: boolean): void {
  const caller = parseTraceparent(request.headers[TRACE_HEADER]);
  const route = request.routeOptions.url;
  const span = beginTrace(
    {
      name: route ? `${request.method} ${route}` : request.method,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        ...(route ? { 'http.route': route } : {}),
        'tomekeeper.correlation_id': request.id,
      },
    },
    isEdge ? believedTrace(caller) : caller,
  );
  if (!span) return;
  traces.set(request, span.context);
  if (isRecorded(span.context)) reply.raw.once('close', () => endWith(span, reply));
}

function endWith(span: OpenSpan, { raw }: FastifyReply): void {
  const { statusCode: status } = raw;
  const failure = status >= 500 ? String(status) : undefined;
  span.end({
    attributes: { 'http.response.status_code': status },
    error: raw.writableFinished ? failure : 'aborted',
  });
}
