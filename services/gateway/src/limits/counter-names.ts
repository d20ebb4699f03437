import { createHash } from 'node:crypto';
import { bearerToken } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';

/**
 * Hash of the bearer token, signature included. The gateway verifies no token: a forged one gets its own counter
 * and uses up no other user's limit. Redis sees the hash, never the token.
 */
export function tokenCounterName(request: FastifyRequest): string | undefined {
  const token = bearerToken(request);
  return token && createHash('sha256').update(token).digest('base64url');
}
