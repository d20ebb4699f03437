import { normalizeIP } from '@fastify/rate-limit';
import type { LivePointer, PublishedVersion } from '@tomekeeper/contracts-federation';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Approximate visitor key; the product has no cookies. */
export const visitorOf = (request: FastifyRequest): string =>
  `${normalizeIP(request.ip)} ${request.headers['user-agent'] ?? ''}`;

/**
 * The version for a visitor. Buckets are independent per remote; visitors keep the canary while its share grows.
 */
export function versionFor(
  id: string,
  { canary, draft: _draft, ...live }: LivePointer,
  visitor: string | undefined,
): PublishedVersion {
  if (!canary || visitor === undefined) return live;
  return bucketOf(id, visitor) < canary.percent ? canary : live;
}

/** 0 to 99, equal in all gateways. */
const bucketOf = (id: string, visitor: string): number =>
  createHash('sha256').update(`${id} ${visitor}`).digest().readUInt32BE() % 100;
