import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import type { FastifyInstance } from 'fastify';
import { BodyTooLarge, BodyTooSlow, OpenBodies } from '../admission/open-bodies';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { Limits } from '../limits/limits';
import { Load } from '../shedding/load';
import { Upstreams } from '../upstreams/upstreams';
import { isAdmitted } from './admit-call';
import { CLIENT, forwarder, type Forward } from './forward';
import { refuse, type Refusal } from './refusals';
import { ROUTES, type ProxyRoute } from './route-table';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NOT_GET = METHODS.filter((method) => method !== 'GET');
/** Files go to the object store directly; API requests are small. */
const BODY_LIMIT = 256 * 1024;

/** Routes of services: applies limits, buffers the body, forwards both. */
@Injectable()
export class ProxyRoutes {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly upstreams: Upstreams,
    readonly load: Load,
    readonly limits: Limits,
    private readonly metrics: Metrics,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const { config, load } = this;
    await fastify.register(async (scope) => {
      readBodies(scope, openBodies(config, this.metrics));
      await scope.register(compress, {
        global: false,
        encodings: ['br', 'gzip'],
      });
      await scope.register(replyFrom, {
        base: 'http://service',
        undici: CLIENT,
        disableRequestLogging: true,
      });
      for (const upstream of this.upstreams.all)
        for (const route of ROUTES.filter((one) => one.upstream === upstream.name))
          this.addRoute(scope, route, forwarder(route, upstream, load, config));
    });
  }

  private addRoute(scope: FastifyInstance, route: ProxyRoute, forward: Forward): void {
    for (const url of [route.prefix, `${route.prefix}/*`])
      scope.route({
        method: route.isStream && url === route.prefix ? NOT_GET : METHODS,
        url,
        onRequest: async (request, reply) => {
          if (!(await isAdmitted(this, route.errors, request, reply))) return reply;
          if (Number(request.headers['content-length'] ?? 0) <= BODY_LIMIT) return undefined;
          refuse(route.errors, { reason: 'too-large' }, request, reply);
          return reply;
        },
        errorHandler: (error, request, reply) => {
          void reply.header('connection', 'close');
          refuse(route.errors, bodyRefusal(error), request, reply);
        },
        handler: forward,
      });
  }
}

function readBodies(scope: FastifyInstance, bodies: OpenBodies): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', bodies.read);
}

function openBodies(config: GatewayConfig, metrics: Metrics): OpenBodies {
  const bodies = new OpenBodies({
    maxBytes: BODY_LIMIT,
    perAddress: config.MAX_OPEN_BODIES_PER_ADDRESS,
    total: config.MAX_OPEN_BODIES,
  });
  metrics.measure({
    name: 'request_bodies_open',
    help: 'Requests whose body is incomplete.',
    read: () => [{ value: bodies.size }],
  });
  return bodies;
}

function bodyRefusal(error: Error): Refusal {
  if (error instanceof BodyTooLarge) return { reason: 'too-large' };
  return { reason: error instanceof BodyTooSlow ? 'too-slow' : 'malformed' };
}
