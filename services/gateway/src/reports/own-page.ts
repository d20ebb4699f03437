import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of this site sends it: another site must not fill our logs through its visitors. Browsers say so
 * themselves; over plain http, as from a phone in the same network, only `Origin` tells.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`;
}
