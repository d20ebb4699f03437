import proxyAddr from '@fastify/proxy-addr';
import { ConnectionGuard, networkOf } from '@tomekeeper/http-guard';
import type { Metrics } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { GatewayConfig } from '../config';

/** About 1 KiB per second; the window bridges most gaps of a mobile connection. */
const PROGRESS = { bytes: 32 * 1024, withinMs: 30_000 };

export function guardConnections(server: Server, config: GatewayConfig, metrics: Metrics): void {
  const isProxy = proxyAddr.compile(config.TRUSTED_PROXIES);
  const guard = new ConnectionGuard({
    perAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
    total: config.MAX_CONNECTIONS,
    progress: PROGRESS,
    isTrusted: (address) => isProxy(address, 0),
  });
  guard.watch(server);
  metrics.measure({
    name: 'connections_open',
    help: 'Connections of clients.',
    read: () => [{ value: guard.size }],
  });
  metrics.count({
    name: 'connections_closed_total',
    help: 'Connections of clients that were closed because of a limit or a stall.',
    labelNames: ['reason'],
    read: () => Object.entries(guard.cut).map(([reason, value]) => ({ labels: { reason }, value })),
  });
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The body was the oldest when the limit of open bodies was exceeded. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
}

type Done = (error: Error | null, body?: Buffer) => void;
type Fail = (error: Error) => void;

export interface BodyBounds {
  maxBytes: number;
  perAddress: number;
  total: number;
}

/**
 * Request bodies in transit. The gateway buffers each body before it calls a service, so that slow clients occupy no
 * service. Over a limit it rejects the oldest body of the address with the most: honest bodies arrive at once.
 */
export class OpenBodies {
  /** Oldest first. */
  private readonly open = new Map<Fail, string>();

  constructor(private readonly bounds: BodyBounds) {}

  get size(): number {
    return this.open.size;
  }

  /** A content-type parser of Fastify that buffers the body. */
  readonly read = (request: FastifyRequest, payload: IncomingMessage, done: Done): void => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish: Done = (error, body) => {
      payload.off('data', take).off('end', whole).off('error', fail).off('close', broken);
      this.open.delete(fail);
      done(error, body);
    };
    const fail: Fail = (error) => finish(error);
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > this.bounds.maxBytes) fail(new BodyTooLarge());
      else chunks.push(chunk);
    };
    const whole = () => finish(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const broken = () => fail(Object.assign(new Error('aborted'), { statusCode: 400 }));
    // The client disconnected while the limits were checked: no further event follows.
    if (payload.destroyed) return broken();
    this.open.set(fail, networkOf(request.ip));
    payload.on('data', take).on('end', whole).on('error', fail).on('close', broken);
    this.rejectOldestOverLimit(networkOf(request.ip));
  };

  private rejectOldestOverLimit(address: string): void {
    const own = this.bodiesOf(address);
    const { perAddress, total } = this.bounds;
    if (own.length > perAddress) own[0]?.(new BodyTooSlow());
    else if (this.open.size > total) this.largestGroup()[0]?.(new BodyTooSlow());
  }

  private bodiesOf(address: string): Fail[] {
    return [...this.open].filter(([, owner]) => owner === address).map(([fail]) => fail);
  }

  private largestGroup(): Fail[] {
    const sizes = new Map<string, number>();
    for (const address of this.open.values()) sizes.set(address, (sizes.get(address) ?? 0) + 1);
    const [largest] = [...sizes].sort(([, a], [, b]) => b - a);
    return this.bodiesOf(largest?.[0] ?? '');
  }
}
