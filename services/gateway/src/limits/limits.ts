import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import type { GatewayConfig } from '../config';
import { callerOf, groupOf, type LimitGroup } from './limit-groups';
import { LocalCounts } from './local-counts';

/** Counts a request. @returns seconds to wait when there were too many, else undefined */
export type Limit = (request: FastifyRequest) => Promise<number | undefined>;

const WINDOW_MS = 60_000;

/** Counters per address, per signed-in person, and stricter ones for what costs mails or guesses. */
export async function registerLimits(
  fastify: FastifyInstance,
  config: GatewayConfig,
): Promise<Limit> {
  const redis = config.REDIS_URL ? await connectCounters(config.REDIS_URL) : undefined;
  fastify.addHook('onClose', async () => redis?.disconnect());

  await fastify.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    nameSpace: 'tomekeeper-limit:',
    ...(redis ? { redis } : { store: LocalCounts }),
  });

  const counter = (name: string, max: number, key: (request: FastifyRequest) => string) =>
    // A shared store sees keys of all counters, so each key says whose it is.
    fastify.createRateLimit({ max, keyGenerator: (request) => `${name}|${key(request)}` });
  const address = counter('address', config.RATE_LIMIT_ADDRESS, addressOf);
  // Read from the credential once for each request, not for each question.
  const callers = new WeakMap<FastifyRequest, string>();
  const user = counter(
    'user',
    config.RATE_LIMIT_USER,
    (request) => `${callers.get(request) ?? ''}|${addressOf(request)}`,
  );
  const group = (name: LimitGroup, max: number) => counter(name, max, addressOf);
  const groups: Record<LimitGroup, ReturnType<typeof counter>> = {
    'sign-in': group('sign-in', config.RATE_LIMIT_SIGN_IN),
    'sign-up': group('sign-up', config.RATE_LIMIT_SIGN_UP),
    code: group('code', config.RATE_LIMIT_CODE),
    subscribe: group('subscribe', config.RATE_LIMIT_SUBSCRIBE),
    resend: group('resend', config.RATE_LIMIT_RESEND),
    contact: group('contact', config.RATE_LIMIT_CONTACT),
    reports: group('reports', config.RATE_LIMIT_REPORTS),
  };

  return async (request) => {
    const strict = groupOf(request);
    const caller = callerOf(request);
    if (caller !== undefined) callers.set(request, caller);
    const counters = [
      address,
      ...(caller === undefined ? [] : [user]),
      ...(strict ? [groups[strict]] : []),
    ];
    for (const count of counters) {
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
async function connectCounters(url: string): Promise<Redis> {
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
  // So that the first calls count too; where it is away, it is tried again by itself.
  await redis.connect().catch(() => undefined);
  return redis;
}

/** Calls after this one do not wait: they find no connection until a new one answers. */
function renewIfSilent(redis: Redis | undefined, error: unknown): void {
  const isSilent = error instanceof Error && error.message === 'Command timed out';
  if (isSilent && redis?.status === 'ready') redis.disconnect(true);
}

/** IPv6 hosts own a whole network each, so their addresses count by network. */
const addressOf = (request: FastifyRequest) => normalizeIP(request.ip);
