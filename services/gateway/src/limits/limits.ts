import rateLimit from '@fastify/rate-limit';
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { CounterNames } from './counter-names';
import { groupOf, type LimitGroup } from './limit-groups';
import { LocalCounts } from './local-counts';

/** How long calls are remembered, in milliseconds. */
const WINDOW_MS = 60_000;

/** One count that a request belongs to. */
export interface Counted {
  key: string;
  most: number;
}

/** @returns seconds to wait when there were too many */
export type SharedCounting = (
  request: FastifyRequest,
  counted: Counted[],
) => Promise<number | undefined>;

/** Counts of several gateways together, in Redis. */
async function sharedCounting(fastify: FastifyInstance, url: string): Promise<SharedCounting> {
  const redis = await connect(url);
  fastify.addHook('onClose', () => redis.disconnect());
  await fastify.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    nameSpace: 'tomekeeper-limit:',
    redis,
  });
  const current = new WeakMap<FastifyRequest, Counted>();
  const of = (request: FastifyRequest) => current.get(request) ?? { key: '', most: Infinity };
  const count = fastify.createRateLimit({
    max: (request) => of(request).most,
    keyGenerator: (request) => of(request).key,
  });
  return async (request, counted) => {
    for (const one of counted) {
      current.set(request, one);
      const result = await count(request).catch((error: unknown) => {
        renewIfSilent(redis, error);
        return undefined;
      });
      // Without counts, calls go through.
      if (!result) return undefined;
      if (!result.isAllowed && result.isExceeded) return Math.max(1, result.ttlInSeconds);
    }
    return undefined;
  };
}

/** How long a call may wait for its count. */
const COUNT_WITHIN_MS = 500;

/** Counts that are not there at once are of no use, so nothing waits for a connection to come back. */
async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: COUNT_WITHIN_MS,
    commandTimeout: COUNT_WITHIN_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  redis.on('error', () => undefined);
  // Connects before the first call; without a server the client reconnects.
  await redis.connect().catch(() => undefined);
  return redis;
}

/** Calls after this one do not wait: they find no connection until a new one answers. */
function renewIfSilent(redis: Redis, error: unknown): void {
  const isSilent = error instanceof Error && error.message === 'Command timed out';
  if (isSilent && redis.status === 'ready') redis.disconnect(true);
}

/** Counters per address, per token of a signed-in person, and stricter ones for what costs mails or guesses. */
@Injectable()
export class Limits {
  private readonly countsOf: (request: FastifyRequest) => Counted[];
  private readonly counts = new LocalCounts(WINDOW_MS);
  private shared: SharedCounting | undefined;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {
    this.countsOf = countsOfRequests(config);
  }

  /** Connects to where several gateways count together, if they do. */
  async register(fastify: FastifyInstance): Promise<void> {
    const { REDIS_URL } = this.config;
    if (REDIS_URL) this.shared = await sharedCounting(fastify, REDIS_URL);
  }

  /**
   * Counts a request, without a promise where none is needed: every call comes through here.
   * @returns seconds to wait when there were too many, else undefined
   */
  check(request: FastifyRequest): number | undefined | Promise<number | undefined> {
    const counted = this.countsOf(request);
    if (this.shared) return this.shared(request, counted);
    for (const { key, most } of counted) {
      const wait = this.counts.add(key, most);
      if (wait !== undefined) return Math.max(1, Math.ceil(wait / 1000));
    }
    return undefined;
  }
}

/** A shared store sees keys of all counters, so each key says whose it is. */
function countsOfRequests(config: GatewayConfig): (request: FastifyRequest) => Counted[] {
  const tokens = new CounterNames();
  const groups: Record<LimitGroup, number> = {
    'sign-in': config.RATE_LIMIT_SIGN_IN,
    'sign-up': config.RATE_LIMIT_SIGN_UP,
    code: config.RATE_LIMIT_CODE,
    subscribe: config.RATE_LIMIT_SUBSCRIBE,
    resend: config.RATE_LIMIT_RESEND,
    contact: config.RATE_LIMIT_CONTACT,
    invite: config.RATE_LIMIT_INVITE,
    reports: config.RATE_LIMIT_REPORTS,
  };
  return (request) => {
    // IPv6 hosts own a whole network each, so their addresses count by network.
    const address = networkOf(request.ip);
    const counted = [{ key: `address|${address}`, most: config.RATE_LIMIT_ADDRESS }];
    const token = tokens.of(request);
    if (token !== undefined)
      counted.push({ key: `token|${token}|${address}`, most: config.RATE_LIMIT_USER });
    const group = groupOf(request);
    if (group) counted.push({ key: `${group}|${address}`, most: groups[group] });
    return counted;
  };
}
