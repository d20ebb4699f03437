import { traceOf } from '@tomekeeper/service-kit';
import { beginSpan, type OpenSpan } from '@tomekeeper/tracing';
import type { FastifyRequest } from 'fastify';

/** Begins the span of one try to get an answer from a service, if the request's trace is recorded. */
export function beginHop(
  request: FastifyRequest,
  service: string,
  replica: string,
): OpenSpan | undefined {
  return beginSpan(
    {
      name: `${request.method} ${service}`,
      kind: 'client',
      attributes: { 'http.request.method': request.method, 'server.address': replica },
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
