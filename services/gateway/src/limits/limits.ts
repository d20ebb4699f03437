import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import { bearerToken } from '@tomekeeper/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig, type RateLimit } from '../config';
import { tokenCounterName } from './counter-names';
import { groupOf } from './limit-groups';
import { LocalStore } from './local-store';

const WINDOW_MS = 60_000;
const PER_USER: RateLimit = 'RATE_LIMIT_USER';
/** Redis commands time out after this time; the call then passes uncounted. */
export const REDIS_LIMITS = { timeoutMs: 500 };

type RateLimiter = ReturnType<FastifyInstance['createRateLimit']>;

async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: REDIS_LIMITS.timeoutMs,
    commandTimeout: REDIS_LIMITS.timeoutMs,
    // A late count is useless, so no command waits for a reconnect.
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

/** Drops a connection that does not respond, so that later calls do not wait for it. */
function reconnectAfterTimeout(redis: Redis | undefined, error: unknown): void {
  const isTimeout = error instanceof Error && error.message === 'Command timed out';
  if (isTimeout && redis?.status === 'ready') redis.disconnect(true);
}

/** Rate limits per address, per token and address, and stricter ones per group of calls and address. */
@Injectable()
export class Limits {
  private readonly limiters = new Map<string, RateLimiter>();
  private redis: Redis | undefined;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /** Counts in Redis with `REDIS_URL`, else in this process. */
  async register(fastify: FastifyInstance): Promise<void> {
    const { config } = this;
    if (config.REDIS_URL) {
      const redis = (this.redis = await connect(config.REDIS_URL));
      fastify.addHook('onClose', () => redis.disconnect());
    }
    await fastify.register(rateLimit, {
      global: false,
      timeWindow: WINDOW_MS,
      nameSpace: 'tomekeeper-limit:',
      ...(this.redis ? { redis: this.redis } : { store: LocalStore }),
    });
    for (const [name, max] of Object.entries(config)) {
      if (!name.startsWith('RATE_LIMIT_')) continue;
      const options: RateLimitOptions = {
        max: Number(max),
        // An IPv6 host owns a whole network, so limits apply per network.
        keyGenerator: (request) => {
          const token = name === PER_USER ? `|${tokenCounterName(request) ?? ''}` : '';
          return `${name}${token}|${networkOf(request.ip)}`;
        },
      };
      this.limiters.set(name, fastify.createRateLimit(options));
    }
  }

  /** Counts a request. @returns seconds to wait when a limit is exceeded, else undefined */
  async check(request: FastifyRequest): Promise<number | undefined> {
    const perUser = bearerToken(request) && PER_USER;
    for (const name of ['RATE_LIMIT_ADDRESS', perUser, groupOf(request)]) {
      const count = name && this.limiters.get(name);
      if (!count) continue;
      const result = await count(request).catch((error: unknown) => {
        reconnectAfterTimeout(this.redis, error);
      });
      // Calls pass uncounted while Redis is unavailable.
      if (!result) return undefined;
      if (!result.isAllowed && result.isExceeded) return Math.max(1, result.ttlInSeconds);
    }
    return undefined;
  }
}
