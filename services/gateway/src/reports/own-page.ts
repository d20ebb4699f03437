import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of this site sent the request; other sites must not fill our logs. Over plain HTTP browsers send only
 * `Origin`.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`;
}
