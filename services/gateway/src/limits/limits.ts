import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import type { GatewayConfig } from '../config';
import { callerOf, groupOf, type LimitGroup } from './limit-groups';

/** Counts a request. @returns seconds to wait when there were too many, else undefined */
export type Limit = (request: FastifyRequest) => Promise<number | undefined>;

const WINDOW_MS = 60_000;
/** Addresses and people remembered by one process, when Redis does not do it. */
const REMEMBERED = 20_000;

/** Counters per address, per signed-in person, and stricter ones for what costs mails or guesses. */
export async function registerLimits(
  fastify: FastifyInstance,
  config: GatewayConfig,
): Promise<Limit> {
  const redis = config.REDIS_URL
    ? new Redis(config.REDIS_URL, { connectTimeout: 500, maxRetriesPerRequest: 1 })
    : undefined;
  redis?.on('error', () => undefined); // see skipOnError: without counts, calls go through
  fastify.addHook('onClose', async () => redis?.disconnect());

  await fastify.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    cache: REMEMBERED,
    skipOnError: true,
    nameSpace: 'tomekeeper-limit:',
    ...(redis ? { redis } : {}),
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
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded) return Math.max(1, result.ttlInSeconds);
    }
    return undefined;
  };
}

/** IPv6 hosts own a whole network each, so their addresses count by network. */
const addressOf = (request: FastifyRequest) => normalizeIP(request.ip);
