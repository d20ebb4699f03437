import { bearerToken } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';

/** Credentials whose reading is remembered, unless they are longer than any of ours. */
const MAX_REMEMBERED = 1_000;
const MAX_REMEMBERED_LENGTH = 4_096;

/**
 * Who requests say they are from. Nothing is verified, so this names a counter and nothing more: a
 * forged name only opens another counter below the same address.
 */
export class CounterNames {
  private readonly known = new Map<string, string | undefined>();

  of(request: FastifyRequest): string | undefined {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    if (this.known.has(authorization)) return this.known.get(authorization);
    const caller = namedIn(bearerToken(request)?.split('.')[1]);
    if (authorization.length > MAX_REMEMBERED_LENGTH) return caller;
    // All at once: remembering only saves time.
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(authorization, caller);
    return caller;
  }
}

function namedIn(payload: string | undefined): string | undefined {
  if (!payload) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null && 'sub' in claims
      ? String(claims.sub).slice(0, 64)
      : undefined;
  } catch {
    return undefined;
  }
}
