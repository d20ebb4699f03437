import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tag of a body, the same in every process. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Whether the client already has what carries this tag. */
function hasCurrent(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match'] ?? '';
  return given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Sends a body that caches may keep and must revalidate. */
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
