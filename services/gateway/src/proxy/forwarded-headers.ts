import { CORRELATION_HEADER } from '@tomekeeper/correlation';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Headers by which a client could pretend to be a proxy, that end at this hop, or that carry what
 * belongs to other programs on the same host name (cookies: the product has none).
 */
const NOT_FORWARDED = [
  'cookie',
  'expect',
  'forwarded',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
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
] as const;

/** Answer headers that only the edge may set, or that end at this hop. */
const NOT_RETURNED = [
  'keep-alive',
  'proxy-authenticate',
  'server',
  'set-cookie',
  'strict-transport-security',
  'te',
  'trailer',
  'upgrade',
  'x-powered-by',
] as const;

/** What a service is told about the caller: exactly one address, the one that we believe. */
export function headersForUpstream(
  request: FastifyRequest,
  given: IncomingHttpHeaders,
): IncomingHttpHeaders {
  const headers = { ...given };
  for (const name of NOT_FORWARDED) delete headers[name];
  headers['x-forwarded-for'] = request.ip;
  headers['x-forwarded-proto'] = request.protocol;
  headers['x-forwarded-host'] = request.host;
  headers[CORRELATION_HEADER] = request.id;
  return headers;
}

/** What the browser is told of an upstream's answer. */
export function headersForClient(given: IncomingHttpHeaders): IncomingHttpHeaders {
  const headers = { ...given };
  for (const name of NOT_RETURNED) delete headers[name];
  return headers;
}
