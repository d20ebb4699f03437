import { networkOf } from '@tomekeeper/http-guard';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';
import { Callers } from './callers';
import { WINDOW_MS, type Counted } from './counted';
import { groupOf, type LimitGroup } from './limit-groups';
import { LocalCounts } from './local-counts';
import { sharedCounting } from './shared-counts';

/** Counts a request. @returns seconds to wait when there were too many, else undefined */
export type Limit = (request: FastifyRequest) => number | undefined | Promise<number | undefined>;

/** Counters per address, per signed-in person, and stricter ones for what costs mails or guesses. */
export async function registerLimits(
  fastify: FastifyInstance,
  config: GatewayConfig,
): Promise<Limit> {
  const countsOf = countsOfRequests(config);
  if (config.REDIS_URL) {
    const count = await sharedCounting(fastify, config.REDIS_URL);
    return (request) => count(request, countsOf(request));
  }
  const counts = new LocalCounts(WINDOW_MS);
  // Without a promise: every call comes through here.
  return (request) => {
    for (const { key, most } of countsOf(request)) {
      const wait = counts.add(key, most);
      if (wait !== undefined) return Math.max(1, Math.ceil(wait / 1000));
    }
    return undefined;
  };
}

/** A shared store sees keys of all counters, so each key says whose it is. */
function countsOfRequests(config: GatewayConfig): (request: FastifyRequest) => Counted[] {
  const callers = new Callers();
  const groups: Record<LimitGroup, number> = {
    'sign-in': config.RATE_LIMIT_SIGN_IN,
    'sign-up': config.RATE_LIMIT_SIGN_UP,
    code: config.RATE_LIMIT_CODE,
    subscribe: config.RATE_LIMIT_SUBSCRIBE,
    resend: config.RATE_LIMIT_RESEND,
    contact: config.RATE_LIMIT_CONTACT,
    reports: config.RATE_LIMIT_REPORTS,
  };
  return (request) => {
    // IPv6 hosts own a whole network each, so their addresses count by network.
    const address = networkOf(request.ip);
    const counted = [{ key: `address|${address}`, most: config.RATE_LIMIT_ADDRESS }];
    const caller = callers.of(request);
    if (caller !== undefined)
      counted.push({ key: `user|${caller}|${address}`, most: config.RATE_LIMIT_USER });
    const group = groupOf(request);
    if (group) counted.push({ key: `${group}|${address}`, most: groups[group] });
    return counted;
  };
}
