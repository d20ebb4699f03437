import { traceOf } from '@tomekeeper/service-kit';
import { beginSpan, isTracing, type OpenSpan } from '@tomekeeper/tracing';
import type { FastifyRequest } from 'fastify';
import type { Replica } from '../upstreams/replica';
import type { Upstream } from '../upstreams/upstream';

/** Begins the span of one try to get an answer from a service, if the request's trace is recorded. */
export function beginHop(
  request: FastifyRequest,
  upstream: Upstream,
  replica: Replica,
): OpenSpan | undefined {
  if (!isTracing()) return undefined;
  return beginSpan(
    {
      name: `${request.method} ${upstream.name}`,
      kind: 'client',
      attributes: {
        'http.request.method': request.method,
        'server.address': upstream.nameOf(replica),
      },
    },
    traceOf(request),
  );
}

export function endHop(hop: OpenSpan | undefined, status: number): void {
  hop?.end({
    attributes: { 'http.response.status_code': status },
    error: status >= 500 ? String(status) : undefined,
  });
}
