import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { request as send, type Dispatcher } from 'undici';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { Limits } from '../limits/limits';
import { Load } from '../shedding/load';
import { isUnsent } from '../upstreams/failures';
import type { Replica, Upstream } from '../upstreams/upstream';
import { Upstreams } from '../upstreams/upstreams';
import { isAdmitted } from './admit-call';
import { headersForClient, headersForUpstream } from './forwarded-headers';
import { OpenStreams } from './open-streams';
import { refuse, type Refusal } from './refusals';
import { ROUTES, type ProxyRoute } from './route-table';

/** Cuts clients with more unread bytes; they reconnect and refetch. */
const MAX_UNREAD_BYTES = 64 * 1024;
const RETRY_SECONDS = 5;

/**
 * Endless responses. A stream has its own connection to a replica, without buffering, compression and response timeout.
 */
@Injectable()
export class StreamRoutes {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly upstreams: Upstreams,
    readonly load: Load,
    readonly limits: Limits,
    private readonly streams: OpenStreams,
  ) {}

  register(fastify: FastifyInstance): void {
    for (const upstream of this.upstreams.all)
      for (const route of ROUTES.filter((one) => one.isStream && one.upstream === upstream.name))
        fastify.route({
          method: 'GET',
          url: route.prefix,
          config: { isStream: true },
          exposeHeadRoute: false,
          onRequest: async (request, reply) =>
            (await isAdmitted(this, route.errors, request, reply)) ? undefined : reply,
          handler: (request, reply) => this.open(route, upstream, request, reply),
        });
  }

  private open(
    route: ProxyRoute,
    upstream: Upstream,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // The client disconnected while the limits were checked: 'close' has already fired and would never release the stream.
    if (reply.raw.destroyed) return;
    const address = networkOf(request.ip);
    const stream = new ForwardedStream(route, upstream, request, reply, this.config, () =>
      this.streams.countSlow(),
    );
    const full = this.streams.open(address, stream.end);
    if (full) {
      const refusal: Refusal =
        full === 'address-full'
          ? { reason: 'too-many', retryAfter: RETRY_SECONDS }
          : { reason: 'busy' };
      refuse(route.errors, refusal, request, reply);
      return;
    }
    reply.raw.once('close', () => this.streams.close(address, stream.end));
    upstream.beforeCall(() => void stream.start(upstream.choose()));
  }
}

class ForwardedStream {
  private readonly over = new AbortController();

  constructor(
    private readonly route: ProxyRoute,
    private readonly upstream: Upstream,
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly config: GatewayConfig,
    private readonly onSlow: () => void,
  ) {
    reply.raw.once('close', () => this.over.abort());
  }

  readonly end = (): void => {
    if (this.over.signal.aborted) return;
    if (this.reply.raw.headersSent) {
      this.reply.raw.end();
      this.over.abort();
    } else this.unavailable();
  };

  async start(replica: Replica | undefined, isRetry = false): Promise<void> {
    const { signal } = this.over;
    if (signal.aborted) return;
    if (!replica) {
      this.unavailable();
      return;
    }
    try {
      const answer = await send(`${replica.origin}${this.request.raw.url ?? '/'}`, {
        headers: headersForUpstream(this.request),
        headersTimeout: this.config.UPSTREAM_TIMEOUT_MS,
        bodyTimeout: 0,
        signal,
      });
      this.pass(answer);
    } catch (error) {
      const isUnreachable = error instanceof Error && isUnsent(error);
      await this.start(isRetry || !isUnreachable ? undefined : this.upstream.choose(replica), true);
    }
  }

  private pass({ statusCode, headers: given, body }: Dispatcher.ResponseData): void {
    const { raw } = this.reply;
    const own = this.reply.getHeaders();
    const headers = { ...own, ...headersForClient(own, given, this.route) };
    this.reply.hijack();
    raw.writeHead(statusCode, headers as OutgoingHttpHeaders);
    raw.flushHeaders();
    body.on('data', (chunk: Buffer) => {
      raw.write(chunk);
      if (raw.writableLength <= MAX_UNREAD_BYTES) return;
      this.onSlow();
      raw.destroy();
    });
    // The client reconnects after an end and after an abort.
    body.once('close', () => raw.end());
    body.on('error', () => undefined);
  }

  private unavailable(): void {
    this.over.abort();
    refuse(this.route.errors, { reason: 'unavailable' }, this.request, this.reply);
  }
}
