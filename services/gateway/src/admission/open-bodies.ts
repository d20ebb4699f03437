import proxyAddr from '@fastify/proxy-addr';
import { ConnectionGuard, networkOf } from '@tomekeeper/http-guard';
import type { Metrics } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { GatewayConfig } from '../config';

/** About a kilobyte a second, over a time that bridges most gaps of a mobile line. */
const PROGRESS = { bytes: 32 * 1024, withinMs: 30_000 };

/** Bounds the connections of the gateway, and shows how many there are. */
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
    help: 'Connections of clients that were closed because there were too many, or nothing moved.',
    labelNames: ['reason'],
    read: () => Object.entries(guard.cut).map(([reason, value]) => ({ labels: { reason }, value })),
  });
}

/** The body exceeds the limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** It did not come while others wanted its place. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
}

type Done = (error: Error | null, body?: Buffer) => void;
type Fail = (error: Error) => void;

export interface BodyBounds {
  /** Bytes of one body. */
  bytes: number;
  /** Bodies of one address that may be on their way. */
  perAddress: number;
  total: number;
}

/**
 * Bodies that are on their way. Each is read to its end before a service is called, so that a client that
 * never ends takes no place at a service. When there are too many, the oldest is refused, of the address that has the
 * most: those of people are there at once, and never become old.
 */
export class OpenBodies {
  private readonly addresses = new Map<string, Set<Fail>>();
  private open = 0;

  constructor(private readonly bounds: BodyBounds) {}

  get size(): number {
    return this.open;
  }

  /** Reads the body of a request into memory, as a parser of Fastify's. */
  readonly read = (request: FastifyRequest, payload: IncomingMessage, done: Done): void => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish: Done = (error, body) => {
      payload.off('data', take).off('end', whole).off('error', fail).off('close', broken);
      leave();
      done(error, body);
    };
    const fail: Fail = (error) => finish(error);
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > this.bounds.bytes) fail(new BodyTooLarge());
      else chunks.push(chunk);
    };
    const whole = () => finish(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const broken = () => fail(Object.assign(new Error('aborted'), { statusCode: 400 }));
    const leave = this.enter(networkOf(request.ip), fail);
    payload.on('data', take).on('end', whole).on('error', fail).on('close', broken);
    this.refuseOldestOverLimit(networkOf(request.ip));
  };

  /** @returns takes it out again */
  private enter(address: string, fail: Fail): () => void {
    const all = this.addresses.get(address) ?? new Set();
    this.addresses.set(address, all.add(fail));
    this.open++;
    return () => {
      this.open--;
      all.delete(fail);
      if (all.size === 0) this.addresses.delete(address);
    };
  }

  private refuseOldestOverLimit(address: string): void {
    const all = this.addresses.get(address);
    if (all && all.size > this.bounds.perAddress) refuseOldest(all);
    else if (this.open > this.bounds.total) refuseOldest(this.largest());
  }

  private largest(): ReadonlySet<Fail> {
    let found: ReadonlySet<Fail> = new Set();
    for (const all of this.addresses.values()) if (all.size > found.size) found = all;
    return found;
  }
}

function refuseOldest(all: ReadonlySet<Fail>): void {
  for (const fail of all) {
    fail(new BodyTooSlow());
    return;
  }
}
