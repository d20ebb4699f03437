import { createHash } from 'node:crypto';
import { bearerToken } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';

/** Credentials whose names are remembered, unless they are longer than any of ours. */
const MAX_REMEMBERED = 1_000;
const MAX_REMEMBERED_LENGTH = 4_096;

/**
 * Names the counter of a request after its whole token, signature included. Nothing is verified here, so what a token
 * says of itself counts for nothing: a forged one has a counter of its own and uses up nobody else's.
 */
export class CounterNames {
  private readonly known = new Map<string, string | undefined>();

  of(request: FastifyRequest): string | undefined {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    if (this.known.has(authorization)) return this.known.get(authorization);
    const token = bearerToken(request);
    // A shared store sees the name, and must not see the token.
    const name = token && createHash('sha256').update(token).digest('base64url');
    if (authorization.length > MAX_REMEMBERED_LENGTH) return name;
    // All at once: remembering only saves time.
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(authorization, name);
    return name;
  }
}
