import type { FastifyReplyFromOptions } from '@fastify/reply-from';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { GatewayConfig } from '../config';
import { acceptedEncoding } from '../encodings';
import type { Load } from '../shedding/load';
import type { Upstream } from '../upstreams/upstream';
import { headersForClient } from './forwarded-headers';
import { refuse } from './refusals';
import type { ProxyRoute } from './route-table';
import { UpstreamCall } from './upstream-call';

/** The calls that an address waits for are over soon. */
const RETRY_SECONDS = 1;
const COMPRESS_FROM_BYTES = 1024;
const COMPRESSED_TYPES = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?json\b)/;

export type Forward = (request: FastifyRequest, reply: FastifyReply) => void;

const CALL = Symbol('call');
type CallHeaders = IncomingHttpHeaders & { [CALL]: UpstreamCall };

/**
 * What `@fastify/reply-from` sends with. The library has one pool and neither chooses among replicas nor aborts, so an
 * {@link UpstreamCall} does. It comes along with the headers, the only thing of ours that the library hands through.
 */
export const CLIENT = {
  request(
    { headers, headersTimeout, bodyTimeout }: Dispatcher.RequestOptions,
    onAnswer: (error: null, answer: Dispatcher.ResponseData) => void,
  ) {
    (headers as CallHeaders)[CALL].start({ headersTimeout, bodyTimeout }, onAnswer);
  },
} as Extract<FastifyReplyFromOptions['undici'], { request: unknown }>;

/** The handler of a route: passes a call on to a service, and its answer back. */
export function forwarder(
  route: ProxyRoute,
  upstream: Upstream,
  load: Load,
  config: GatewayConfig,
): Forward {
  return (request, reply) => {
    const call = new UpstreamCall(request, reply, {
      upstream,
      load,
      onFailure(failure, replica) {
        // The unread rest of a body would be parsed as the connection's next request.
        if (!request.raw.complete) void reply.header('connection', 'close');
        if (failure === 'address-full') {
          refuse(route.errors, { reason: 'too-many', retryAfter: RETRY_SECONDS }, request, reply);
          return;
        }
        if (failure === 'full') load.refusedBy('service-full');
        else
          request.log.warn(
            {
              correlation_id: request.id,
              upstream: replica ? upstream.nameOf(replica) : upstream.name,
              reason: typeof failure === 'string' ? failure : failure.message,
            },
            'no answer',
          );
        const reason = failure === 'full' ? 'busy' : 'unavailable';
        refuse(route.errors, { reason }, request, reply);
      },
    });
    let isCompressed = false;
    // The library parses its source as a URL and would normalize it; the call passes its path on unchanged.
    reply.from('/', {
      // Likewise the body, which the library would encode as JSON.
      body: null,
      timeout: route.timeoutMs ?? config.UPSTREAM_TIMEOUT_MS,
      // By itself the library sends a call that got 503 up to ten times again, at once.
      retryDelay: () => null,
      rewriteRequestHeaders: () => ({ [CALL]: call }) as IncomingHttpHeaders,
      rewriteHeaders(given: IncomingHttpHeaders) {
        isCompressed = isCompressible(route, request, given);
        const headers = headersForClient(reply.getHeaders(), given, route);
        // The bytes are others then: only a weak tag is still true.
        if (isCompressed && headers.etag) headers.etag = headers.etag.replace(/^(?!W\/)/, 'W/');
        return headers;
      },
      onResponse(_request, _reply, { stream }) {
        // It goes on after `onError` too.
        if (reply.sent) {
          stream.destroy();
          return;
        }
        // Half an answer can only be broken off.
        stream.once('error', () => reply.raw.destroy());
        // The library would obey this header; it changes nothing here.
        request.headers['x-no-compression'] = undefined;
        if (isCompressed) reply.compress(stream);
        else void reply.send(stream);
      },
      // A status that HTTP does not know; all other errors end at `onFailure`.
      onError: () => refuse(route.errors, { reason: 'unavailable' }, request, reply),
    });
  };
}

/**
 * Whether an answer is worth compressing, and safe: not when it contains secrets beside a caller's own text, since the
 * length would reveal them. Decided before the library's own rules, which know nothing of either.
 */
const isCompressible = (
  { errors }: ProxyRoute,
  { method, headers }: FastifyRequest,
  given: IncomingHttpHeaders,
): boolean =>
  errors === 'problem' &&
  method !== 'HEAD' &&
  given['content-encoding'] === undefined &&
  given['content-range'] === undefined &&
  Number(given['content-length'] ?? Infinity) >= COMPRESS_FROM_BYTES &&
  COMPRESSED_TYPES.test(String(given['content-type'])) &&
  acceptedEncoding(headers['accept-encoding']) !== undefined;
