import { CORRELATION_HEADER, type TraceContext } from '@tomekeeper/correlation';
import { formatTraceparent, TRACE_HEADER } from '@tomekeeper/tracing';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { ProxyRoute } from './route-table';

/**
 * Hop-by-hop headers, headers that fake a proxy or force tracing, and cookies, which belong to other programs on the
 * same host.
 */
const NOT_FORWARDED = new Set([
  'baggage',
  'connection',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

/** Hop-by-hop response headers, and headers reserved for the gateway. */
const NOT_RETURNED = new Set([
  'access-control-allow-credentials',
  'alt-svc',
  'clear-site-data',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'server',
  'set-cookie',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
]);

/** Request headers for a service, with the trusted client address only. */
export function headersForUpstream(
  request: FastifyRequest,
  trace?: TraceContext,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  const hopByHop = namedBy(request.headers.connection);
  const given = request.headers;
  for (const name in given)
    if (!NOT_FORWARDED.has(name) && !hopByHop?.includes(name)) headers[name] = given[name];
  // The service would wait for a missing body; a chunked body has a known length after buffering.
  if (request.body instanceof Buffer) headers['content-length'] = String(request.body.length);
  else delete headers['content-length'];
  headers['x-forwarded-for'] = request.ip;
  headers['x-forwarded-proto'] = request.protocol;
  headers['x-forwarded-host'] = request.host;
  headers[CORRELATION_HEADER] = request.id;
  if (trace) headers[TRACE_HEADER] = formatTraceparent(trace);
  return headers;
}

/**
 * Forwarded even if `Connection` lists it: without this header a game master would get their own view instead of the
 * requested player's.
 */
const END_TO_END = 'x-view-as';

const namedBy = (connection: string | undefined) =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? undefined
    : connection
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => name !== END_TO_END);

/**
 * Response headers for the browser. Headers of the gateway win, because those of a service may be laxer; only the
 * service knows the cache lifetime.
 */
export function headersForClient(
  own: Readonly<Record<string, unknown>>,
  given: IncomingHttpHeaders,
  { hasPages = false, otherOrigins = false }: Pick<ProxyRoute, 'hasPages' | 'otherOrigins'>,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const name in given)
    if (
      !NOT_RETURNED.has(name) &&
      (otherOrigins || name !== 'access-control-allow-origin') &&
      (own[name] === undefined || mayReplace(name, hasPages))
    )
      headers[name] = given[name];
  return headers;
}

const mayReplace = (name: string, hasPages: boolean): boolean =>
  name === 'cache-control' || (hasPages && name === 'content-security-policy');
