import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayConfig } from '../config';
import { acceptedEncoding } from '../encodings';
import type { Load } from '../shedding/load';
import type { Upstream } from '../upstreams/upstream';
import { headersForClient } from './forwarded-headers';
import { refuse } from './refusals';
import type { ProxyRoute } from './route-table';
import { UpstreamCall } from './upstream-call';

const RETRY_SECONDS = 1;
/** Fastify throws for higher ones. */
const MAX_STATUS = 599;
const COMPRESS_FROM_BYTES = 1024;
const COMPRESSED_TYPES = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?json\b)/;

export type Forward = (request: FastifyRequest, reply: FastifyReply) => void;

export function forwarder(
  route: ProxyRoute,
  upstream: Upstream,
  load: Load,
  config: GatewayConfig,
): Forward {
  return (request, reply) => {
    /** The server would parse the unread rest of a body as the next request. */
    const closeIfUnread = () => {
      if (!request.raw.complete) void reply.header('connection', 'close');
    };
    const call = new UpstreamCall(request, reply, {
      upstream,
      load,
      timeoutMs: route.timeoutMs ?? config.UPSTREAM_TIMEOUT_MS,
      onAnswer({ statusCode, headers: given, body }) {
        if (statusCode > MAX_STATUS) {
          body.destroy();
          refuse(route.errors, { reason: 'unavailable' }, request, reply);
          return;
        }
        const isCompressed = isCompressible(route, request, given);
        const headers = headersForClient(reply.getHeaders(), given, route);
        // Compression changes the bytes, so only a weak ETag is correct.
        if (isCompressed && headers.etag) headers.etag = headers.etag.replace(/^(?!W\/)/, 'W/');
        void reply.status(statusCode).headers(headers);
        closeIfUnread();
        // An incomplete response can only be aborted.
        body.once('error', () => reply.raw.destroy());
        // Keeps the compression library from obeying this header.
        request.headers['x-no-compression'] = undefined;
        if (isCompressed) reply.compress(body);
        else void reply.send(body);
      },
      onFailure(failure, replica) {
        closeIfUnread();
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
    call.start();
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
