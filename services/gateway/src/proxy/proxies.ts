import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import type { GatewayConfig } from '../config';
import type { Limit } from '../limits/limits';
import { headersForClient, headersForUpstream } from './forwarded-headers';
import { BodyTooLarge, LimitedBody } from './limited-body';
import { refuse } from './refusals';
import { ROUTES, upstreams, type ProxyRoute } from './route-table';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Files go to the object store directly; a request of the API is small. */
const BODY_LIMIT = 256 * 1024;
/** Connections to one service, so that a slow one can not use up everything. */
const CONNECTIONS = 128;
const CONNECT_TIMEOUT_MS = 2000;
const RETRY_AFTER_MS = 150;
const COMPRESS_FROM_BYTES = 1024;

/** Safe to send twice, so one failed connection (a restart, a stale socket) need not show. */
const RETRIED_METHODS = new Set(['GET', 'HEAD']);
const CONNECTION_FAILURES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Registers every route of the table, each service behind connections of its own. */
export async function registerProxies(
  fastify: FastifyInstance,
  config: GatewayConfig,
  limit: Limit,
): Promise<void> {
  for (const [name, base] of Object.entries(upstreams(config)))
    await fastify.register(async (scope) => {
      await scope.register(replyFrom, {
        base,
        destroyAgent: true,
        disableRequestLogging: true,
        undici: {
          connections: CONNECTIONS,
          pipelining: 1,
          connect: { timeout: CONNECT_TIMEOUT_MS },
          headersTimeout: config.UPSTREAM_TIMEOUT_MS,
          bodyTimeout: config.UPSTREAM_TIMEOUT_MS,
        },
      });
      await scope.register(compress, {
        global: false,
        threshold: COMPRESS_FROM_BYTES,
        encodings: ['br', 'gzip'],
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      });
      passBodiesThrough(scope);
      for (const route of routesOf(name)) addRoute(scope, route, limit);
    });
}

const routesOf = (upstream: string) => ROUTES.filter((route) => route.upstream === upstream);

/** Bodies are counted on their way, never parsed. */
function passBodiesThrough(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => {
    const body = new LimitedBody(BODY_LIMIT);
    payload.on('error', (error) => body.destroy(error));
    done(null, payload.pipe(body));
  });
}

function addRoute(scope: FastifyInstance, route: ProxyRoute, limit: Limit): void {
  for (const url of [route.prefix, `${route.prefix}/*`])
    scope.route({
      method: METHODS,
      url,
      compress: route.errors === 'problem' ? {} : false,
      onRequest: async (request, reply) => {
        const retryAfter = await limit(request);
        if (retryAfter !== undefined)
          refuse(route.errors, { reason: 'too-many', retryAfter }, request, reply);
        else if (climbs(request.raw.url ?? ''))
          refuse(route.errors, { reason: 'malformed' }, request, reply);
        else if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT)
          refuse(route.errors, { reason: 'too-large' }, request, reply);
      },
      handler: (request, reply) => forward(route, request, reply),
    });
}

/** Whether a path would leave its prefix when it is resolved. */
function climbs(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  let decoded = path;
  try {
    // Twice, because a service may decode what we have passed on.
    decoded = decodeURIComponent(decodeURIComponent(path));
  } catch {
    // Not decodable any further; the check below sees the outer layer.
  }
  return /[\\\0]|\/\/|(^|\/)\.{1,2}(\/|$)/.test(path) || /[\\\0]|(^|\/)\.{1,2}(\/|$)/.test(decoded);
}

function forward(route: ProxyRoute, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.from(undefined, {
    ...(route.timeoutMs ? { timeout: route.timeoutMs } : {}),
    rewriteRequestHeaders: (_raw, headers) => headersForUpstream(request, headers),
    rewriteHeaders: headersForClient,
    retryDelay: ({ err, attempt }) =>
      attempt === 0 && RETRIED_METHODS.has(request.method) && isConnectionFailure(err)
        ? RETRY_AFTER_MS
        : null,
    onError: (_reply, { error }) => {
      const tooLarge = error.cause instanceof BodyTooLarge;
      // What is left of the body would be taken for the connection's next request.
      request.raw.unpipe().resume();
      if (tooLarge) void reply.header('connection', 'close');
      if (!tooLarge)
        request.log.warn(
          { correlation_id: request.id, upstream: route.upstream, reason: error.message },
          'no answer',
        );
      refuse(route.errors, { reason: tooLarge ? 'too-large' : 'unavailable' }, request, reply);
    },
  });
}

function isConnectionFailure(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    CONNECTION_FAILURES.has(String(error.code))
  );
}
