import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '@tomekeeper/service-kit';
import { BodyTooLarge, BodyTooSlow, OpenBodies } from '../admission/open-bodies';
import type { GatewayConfig } from '../config';
import type { Limit } from '../limits/limits';
import type { Load } from '../shedding/load';
import type { Upstream } from '../upstreams/upstream';
import type { Upstreams } from '../upstreams/upstreams';
import { Passage } from './passage';
import { refuse, type Refusal } from './refusals';
import { ROUTES, type ProxyRoute } from './route-table';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Files go to the object store directly; a request of the API is small. */
const BODY_LIMIT = 256 * 1024;
/** The calls that an address waits for are over soon. */
const RETRY_SECONDS = 1;

interface Parts {
  upstreams: Upstreams;
  load: Load;
  metrics: Metrics;
  limit: Limit;
}

/** Registers every route of the table. */
export async function registerProxies(
  fastify: FastifyInstance,
  config: GatewayConfig,
  parts: Parts,
): Promise<void> {
  const bodies = openBodies(config, parts.metrics);
  for (const upstream of parts.upstreams.all)
    await fastify.register(async (scope) => {
      readBodies(scope, bodies);
      for (const route of routesOf(upstream.name))
        addRoute(scope, route, parts, forwarder(route, upstream, parts.load, config));
    });
}

const routesOf = (upstream: string) => ROUTES.filter((route) => route.upstream === upstream);

/** Bodies are read to their end before a service is asked, and never parsed. */
function readBodies(scope: FastifyInstance, bodies: OpenBodies): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', bodies.read);
}

/** Bodies that are on their way to any service, and how many there are. */
function openBodies(config: GatewayConfig, metrics: Metrics): OpenBodies {
  const bodies = new OpenBodies({
    bytes: BODY_LIMIT,
    perAddress: config.MAX_OPEN_BODIES_PER_ADDRESS,
    total: config.MAX_OPEN_BODIES,
  });
  metrics.measure({
    name: 'request_bodies_open',
    help: 'Requests whose body is on its way.',
    read: () => [{ value: bodies.size }],
  });
  return bodies;
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
      errorHandler: (error, request, reply) => {
        void reply.header('connection', 'close');
        refuse(route.errors, bodyRefusal(error), request, reply);
      },
      handler: forward,
    });
}

/** Why a body could not be read, in the form of the route. The connection is of no more use. */
function bodyRefusal(error: Error): Refusal {
  if (error instanceof BodyTooLarge) return { reason: 'too-large' };
  return { reason: error instanceof BodyTooSlow ? 'too-slow' : 'malformed' };
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
      route,
      onFailure(failure, replica) {
        // What is left of a body that nobody reads would be taken for the connection's next request.
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
    }).start();
}
