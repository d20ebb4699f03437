import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';
import type { Limit } from '../limits/limits';
import { BodyTooLarge, LimitedBody } from './limited-body';
import { refuse } from './refusals';
import { ROUTES, upstreams, type ProxyRoute } from './route-table';
import { Upstream } from './upstream';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Files go to the object store directly; a request of the API is small. */
const BODY_LIMIT = 256 * 1024;

/** Registers every route of the table, each service behind connections of its own. */
export async function registerProxies(
  fastify: FastifyInstance,
  config: GatewayConfig,
  limit: Limit,
): Promise<void> {
  for (const [name, base] of Object.entries(upstreams(config)))
    await fastify.register(async (scope) => {
      const upstream = new Upstream(base);
      scope.addHook('onClose', () => upstream.close());
      passBodiesThrough(scope);
      for (const route of routesOf(name))
        addRoute(scope, route, limit, forwarder(route, upstream, config));
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

type Forward = (request: FastifyRequest, reply: FastifyReply) => void;

function addRoute(scope: FastifyInstance, route: ProxyRoute, limit: Limit, forward: Forward): void {
  for (const url of [route.prefix, `${route.prefix}/*`])
    scope.route({
      method: METHODS,
      url,
      onRequest: async (request, reply) => {
        const retryAfter = await limit(request);
        if (retryAfter !== undefined)
          refuse(route.errors, { reason: 'too-many', retryAfter }, request, reply);
        else if (climbs(request.raw.url ?? ''))
          refuse(route.errors, { reason: 'malformed' }, request, reply);
        else if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT)
          refuse(route.errors, { reason: 'too-large' }, request, reply);
      },
      handler: forward,
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

function forwarder(route: ProxyRoute, upstream: Upstream, config: GatewayConfig): Forward {
  return (request, reply) =>
    upstream.pass(request, reply, {
      timeoutMs: route.timeoutMs ?? config.UPSTREAM_TIMEOUT_MS,
      compress: route.errors === 'problem',
      onFailure(error) {
        const tooLarge = error instanceof BodyTooLarge;
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
