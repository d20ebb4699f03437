import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';
import type { Limit } from '../limits/limits';
import type { Load } from '../shedding/load';
import type { Upstream } from '../upstreams/upstream';
import type { Upstreams } from '../upstreams/upstreams';
import { BodyTooLarge, LimitedBody } from './limited-body';
import { Passage } from './passage';
import { refuse, type Refusal } from './refusals';
import { ROUTES, type ProxyRoute } from './route-table';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Files go to the object store directly; a request of the API is small. */
const BODY_LIMIT = 256 * 1024;

interface Parts {
  upstreams: Upstreams;
  load: Load;
  limit: Limit;
}

/** Registers every route of the table. */
export async function registerProxies(
  fastify: FastifyInstance,
  config: GatewayConfig,
  parts: Parts,
): Promise<void> {
  for (const upstream of parts.upstreams.all)
    await fastify.register(async (scope) => {
      passBodiesThrough(scope);
      for (const route of routesOf(upstream.name))
        addRoute(scope, route, parts, forwarder(route, upstream, parts.load, config));
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

function addRoute(
  scope: FastifyInstance,
  route: ProxyRoute,
  { load, limit }: Parts,
  forward: Forward,
): void {
  for (const url of [route.prefix, `${route.prefix}/*`])
    scope.route({
      method: METHODS,
      url,
      // Without a promise where none is needed: every call comes through here.
      onRequest: (request, reply, done) => {
        const refused = (refusal: Refusal) => refuse(route.errors, refusal, request, reply);
        const counted = (retryAfter: number | undefined) => {
          if (retryAfter !== undefined) refused({ reason: 'too-many', retryAfter });
          else if (climbs(request.raw.url ?? '')) refused({ reason: 'malformed' });
          else if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT)
            refused({ reason: 'too-large' });
          else done();
        };
        if (load.refuses()) {
          refused({ reason: 'busy' });
          return;
        }
        const retryAfter = limit(request);
        if (retryAfter instanceof Promise) retryAfter.then(counted, done);
        else counted(retryAfter);
      },
      handler: forward,
    });
}

/** What a path that climbs has at least one of. */
const SUSPICIOUS = /[%\\\0]|\/\/|\/\./;

/** Whether a path would leave its prefix when it is resolved. */
function climbs(url: string): boolean {
  if (!SUSPICIOUS.test(url)) return false;
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

function forwarder(
  route: ProxyRoute,
  upstream: Upstream,
  load: Load,
  config: GatewayConfig,
): Forward {
  return (request, reply) =>
    new Passage(request, reply, {
      upstream,
      load,
      timeoutMs: route.timeoutMs ?? config.UPSTREAM_TIMEOUT_MS,
      compress: route.errors === 'problem',
      onFailure(failure, replica) {
        // What is left of the body would be taken for the connection's next request.
        request.raw.unpipe().resume();
        if (failure instanceof BodyTooLarge) {
          void reply.header('connection', 'close');
          refuse(route.errors, { reason: 'too-large' }, request, reply);
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
    }).start();
}
