import { normalizeIP } from '@fastify/rate-limit';
import type { LivePointer, PublishedVersion } from '@tomekeeper/contracts-federation';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Distinguishes visitors approximately, without storing anything in the browser: the product has no cookies. */
export const visitorOf = (request: FastifyRequest): string =>
  `${normalizeIP(request.ip)} ${request.headers['user-agent'] ?? ''}`;

/**
 * The version that this visitor gets. A visitor among the first ten of a hundred stays there while the
 * share grows, and each remote draws its hundred anew.
 */
export function versionFor(
  id: string,
  { canary, draft: _draft, ...live }: LivePointer,
  visitor: string | undefined,
): PublishedVersion {
  if (!canary || visitor === undefined) return live;
  return placeOf(id, visitor) < canary.percent ? canary : live;
}

/** 0 to 99, the same in every gateway. */
const placeOf = (id: string, visitor: string): number =>
  createHash('sha256').update(`${id} ${visitor}`).digest().readUInt32BE() % 100;
