import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** ETag of a body, equal in all processes. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

function hasCurrent(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match'] ?? '';
  return given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Sends a body that caches must revalidate, or 304. */
export function sendConditionally(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  etag = etagOf(body),
): void {
  void reply.header('cache-control', 'no-cache').header('etag', etag);
  if (hasCurrent(request, etag)) void reply.status(304).send();
  else void reply.send(body);
}
