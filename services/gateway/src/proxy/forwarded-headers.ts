import { CORRELATION_HEADER, type TraceContext } from '@tomekeeper/correlation';
import { formatTraceparent, TRACE_HEADER } from '@tomekeeper/tracing';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { ProxyRoute } from './route-table';

/**
 * Headers by which a client could pretend to be a proxy or have everything traced, that end at this hop, or that
 * carry what belongs to other programs on the same host name (cookies: the product has none).
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

/** Answer headers that only the edge may set, or that end at this hop. */
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

/** The caller's address for a service: exactly one, the one that is trusted. */
export function headersForUpstream(
  request: FastifyRequest,
  trace?: TraceContext,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  const hopByHop = namedBy(request.headers.connection);
  const given = request.headers;
  for (const name in given)
    if (!NOT_FORWARDED.has(name) && !hopByHop?.includes(name)) headers[name] = given[name];
  // Without a body its length would be waited for; one that came in chunks has a length now.
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
 * What goes to the end whatever `Connection` says: without it a game master would get their own view in the place of the
 * player's that they asked for.
 */
const END_TO_END = 'x-view-as';

/** Headers that `Connection` says are meant for this hop alone. */
const namedBy = (connection: string | undefined) =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? undefined
    : connection
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => name !== END_TO_END);

/**
 * What the browser gets of a service's headers, beside what the gateway tells it itself. What the gateway says stands:
 * a service's words are for its own callers, and may be laxer. How long an answer is kept only the service can know.
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
