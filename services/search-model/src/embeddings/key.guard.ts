import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { bearerToken, CONFIG, DomainError } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires the bearer token, which only the search service knows. */
@Injectable()
export class KeyGuard implements CanActivate {
  private readonly expected: Buffer;

  constructor(@Inject(CONFIG) { SEARCH_MODEL_KEY }: Pick<Config, 'SEARCH_MODEL_KEY'>) {
    this.expected = digest(SEARCH_MODEL_KEY);
  }

  canActivate(context: ExecutionContext): boolean {
    const given = bearerToken(context.switchToHttp().getRequest<FastifyRequest>()) ?? '';
    // Digests have equal length, so that the comparison takes constant time.
    if (timingSafeEqual(digest(given), this.expected)) return true;
    throw new DomainError(
      'unauthenticated',
      GENERAL_CODES.unauthenticated,
      'The key of this service (SEARCH_MODEL_KEY) is needed here.',
    );
  }
}
