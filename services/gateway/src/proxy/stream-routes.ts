import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import http, { type IncomingMessage } from 'node:http';
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
    upstream.beforeCall(() => stream.start(upstream.choose()));
  }
}

class ForwardedStream {
  private call: http.ClientRequest | undefined;
  private isOver = false;

  constructor(
    private readonly route: ProxyRoute,
    private readonly upstream: Upstream,
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly config: GatewayConfig,
    private readonly onSlow: () => void,
  ) {
    reply.raw.once('close', () => {
      this.isOver = true;
      this.call?.destroy();
    });
  }

  readonly end = (): void => {
    if (this.isOver) return;
    if (this.reply.raw.headersSent) {
      this.reply.raw.end();
      this.call?.destroy();
    } else this.unavailable();
  };

  /** @param failed a replica that has just been unreachable */
  start(replica: Replica | undefined, failed?: Replica): void {
    if (this.isOver) return;
    if (!replica) {
      this.unavailable();
      return;
    }
    const call = http.get(`${replica.origin}${this.request.raw.url ?? '/'}`, {
      agent: false,
      headers: headersForUpstream(this.request),
    });
    this.call = call;
    const timeout = setTimeout(
      () => call.destroy(new Error('response timeout')),
      this.config.UPSTREAM_TIMEOUT_MS,
    );
    call.once('response', (answer) => {
      clearTimeout(timeout);
      this.pass(answer);
    });
    call.once('error', (error) => {
      clearTimeout(timeout);
      if (this.isOver || this.reply.raw.headersSent) return;
      const other = failed || !isUnsent(error) ? undefined : this.upstream.choose(replica);
      this.start(other, replica);
    });
  }

  private pass(answer: IncomingMessage): void {
    const { reply, route } = this;
    const { raw } = reply;
    if (this.isOver) {
      answer.destroy();
      return;
    }
    const own = reply.getHeaders();
    const headers = { ...own, ...headersForClient(own, answer.headers, route) };
    reply.hijack();
    raw.writeHead(answer.statusCode ?? 502, headers as http.OutgoingHttpHeaders);
    raw.flushHeaders();
    answer.on('data', (chunk: Buffer) => {
      raw.write(chunk);
      if (raw.writableLength <= MAX_UNREAD_BYTES) return;
      this.onSlow();
      raw.destroy();
    });
    // The client reconnects after an end and after an abort.
    answer.once('close', () => raw.end());
    answer.on('error', () => undefined);
  }

  private unavailable(): void {
    this.isOver = true;
    this.call?.destroy();
    refuse(this.route.errors, { reason: 'unavailable' }, this.request, this.reply);
  }
}
