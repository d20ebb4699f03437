import compress from '@fastify/compress';
import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import type { FastifyInstance } from 'fastify';
import { BodyTooLarge, BodyTooSlow, OpenBodies } from '../admission/open-bodies';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { Limits } from '../limits/limits';
import { Load } from '../shedding/load';
import { Upstreams } from '../upstreams/upstreams';
import { isAdmitted } from './admit-call';
import { forwarder, type Forward } from './forward';
import { refuse, type Refusal } from './refusals';
import { MAX_IMAGE_BYTES, ROUTES, type ProxyRoute } from './route-table';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NOT_GET = METHODS.filter((method) => method !== 'GET');
/** Files go to the object store directly, except portraits; other API requests are small. */
const BODY_LIMIT = 256 * 1024;
/** Image bodies in transit, per address and in total, and images that wait for a service. Each takes up to 10 MB of memory. */
const IMAGES = { perAddress: 4, total: 8, forwarded: 8 };

/** Routes of services: applies limits, buffers the body, forwards both. */
@Injectable()
export class ProxyRoutes {
  private forwardedImages = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly upstreams: Upstreams,
    readonly load: Load,
    readonly limits: Limits,
    private readonly metrics: Metrics,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const { config } = this;
    await fastify.register(async (scope) => {
      readBodies(scope, openBodies(config, this.metrics));
      await scope.register(compress, {
        global: false,
        encodings: ['br', 'gzip'],
      });
      this.addRoutes(scope, (route) => !route.takesImage);
      await scope.register(async (images) => {
        readBodies(images, new OpenBodies({ ...IMAGES, maxBytes: MAX_IMAGE_BYTES }));
        this.addRoutes(images, (route) => route.takesImage === true);
      });
    });
  }

  private addRoutes(scope: FastifyInstance, isChosen: (route: ProxyRoute) => boolean): void {
    for (const upstream of this.upstreams.all)
      for (const route of ROUTES.filter((one) => one.upstream === upstream.name && isChosen(one)))
        this.addRoute(scope, route, forwarder(route, upstream, this.load, this.config));
  }

  private addRoute(scope: FastifyInstance, route: ProxyRoute, forward: Forward): void {
    const { takesImage = false } = route;
    const maxBytes = takesImage ? MAX_IMAGE_BYTES : BODY_LIMIT;
    for (const url of [route.prefix, `${route.prefix}/*`])
      scope.route({
        method: route.isStream && url === route.prefix ? NOT_GET : METHODS,
        url,
        onRequest: async (request, reply) => {
          if (!(await isAdmitted(this, route.errors, request, reply))) return reply;
          if (Number(request.headers['content-length'] ?? 0) <= maxBytes) return undefined;
          refuse(route.errors, { reason: 'too-large' }, request, reply);
          return reply;
        },
        errorHandler: (error, request, reply) => {
          void reply.header('connection', 'close');
          refuse(route.errors, bodyRefusal(error), request, reply);
        },
        handler: takesImage ? this.limited(route, forward) : forward,
      });
  }

  /** Limits the images in memory that wait for a service. */
  private limited(route: ProxyRoute, forward: Forward): Forward {
    return (request, reply) => {
      if (!(request.body instanceof Buffer)) {
        forward(request, reply);
        return;
      }
      if (this.forwardedImages >= IMAGES.forwarded) {
        this.load.refusedBy('service-full');
        refuse(route.errors, { reason: 'busy' }, request, reply);
        return;
      }
      this.forwardedImages++;
      reply.raw.once('close', () => this.forwardedImages--);
      forward(request, reply);
    };
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
