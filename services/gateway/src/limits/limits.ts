import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { Callers } from './callers';
import { WINDOW_MS, type Counted, sharedCounting, type SharedCounting } from './shared-counts';
import { groupOf, type LimitGroup } from './limit-groups';
import { LocalCounts } from './local-counts';

/** Counters per address, per signed-in person, and stricter ones for what costs mails or guesses. */
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
