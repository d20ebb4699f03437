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

const RETRY_SECONDS = 1;
const COMPRESS_FROM_BYTES = 1024;
const COMPRESSED_TYPES = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?json\b)/;

export type Forward = (request: FastifyRequest, reply: FastifyReply) => void;

const CALL = Symbol('call');
type CallHeaders = IncomingHttpHeaders & { [CALL]: UpstreamCall };

/**
 * HTTP client for `@fastify/reply-from`, whose own has one pool, no replicas and no abort. An {@link UpstreamCall} sends
 * instead; it travels in the headers, the only option that the library passes on unchanged.
 */
export const CLIENT = {
  request(
    { headers, headersTimeout, bodyTimeout }: Dispatcher.RequestOptions,
    onAnswer: (error: null, answer: Dispatcher.ResponseData) => void,
  ) {
    (headers as CallHeaders)[CALL].start({ headersTimeout, bodyTimeout }, onAnswer);
  },
} as Extract<FastifyReplyFromOptions['undici'], { request: unknown }>;

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
        // The server would parse the unread rest of a body as the next request.
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
            'no response from the service',
          );
        const reason = failure === 'full' ? 'busy' : 'unavailable';
        refuse(route.errors, { reason }, request, reply);
      },
    });
    let isCompressed = false;
    // The library would normalize the URL; the call forwards the path unchanged.
    reply.from('/', {
      // The library would encode the body as JSON.
      body: null,
      timeout: route.timeoutMs ?? config.UPSTREAM_TIMEOUT_MS,
      // By default the library retries a 503 up to ten times without a pause.
      retryDelay: () => null,
      rewriteRequestHeaders: () => ({ [CALL]: call }) as IncomingHttpHeaders,
      rewriteHeaders(given: IncomingHttpHeaders) {
        isCompressed = isCompressible(route, request, given);
        const headers = headersForClient(reply.getHeaders(), given, route);
        // Compression changes the bytes, so only a weak ETag is correct.
        if (isCompressed && headers.etag) headers.etag = headers.etag.replace(/^(?!W\/)/, 'W/');
        return headers;
      },
      onResponse(_request, _reply, { stream }) {
        // The library calls this after `onError` too.
        if (reply.sent) {
          stream.destroy();
          return;
        }
        // An incomplete response can only be aborted.
        stream.once('error', () => reply.raw.destroy());
        // Keeps the compression library from obeying this header.
        request.headers['x-no-compression'] = undefined;
        if (isCompressed) reply.compress(stream);
        else void reply.send(stream);
      },
      // For unknown status codes; all other errors reach `onFailure`.
      onError: () => refuse(route.errors, { reason: 'unavailable' }, request, reply),
    });
  };
}

/**
 * Whether compression is useful and safe. The compressed length would reveal secrets in responses that echo input, as
 * those of the user pool do.
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
