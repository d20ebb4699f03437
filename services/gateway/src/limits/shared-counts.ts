import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';

/** How long calls are remembered, in milliseconds. */
export const WINDOW_MS = 60_000;

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
export async function sharedCounting(
  fastify: FastifyInstance,
  url: string,
): Promise<SharedCounting> {
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
