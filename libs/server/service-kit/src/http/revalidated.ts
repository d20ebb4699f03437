import { createHash } from 'node:crypto';
import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';

const REVALIDATED = Symbol('revalidated');
type Marked = FastifyReply & { [REVALIDATED]?: true };

@Injectable()
export class MarkRevalidated implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Marked>()[REVALIDATED] = true;
    return next.handle();
  }
}

/**
 * Adds an ETag to a GET: a hash of the response body, so it reveals nothing beyond the body. A matching `If-None-Match` gets 304.
 * Responses stay `no-store`: only our own client caches them.
 */
export const Revalidated = () => UseInterceptors(MarkRevalidated);

/** Hashes the final payload, after all other hooks. */
export function answerRevalidations(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply: Marked, payload, done) => {
    if (!reply[REVALIDATED] || reply.statusCode !== 200 || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    void reply.header('etag', etag);
    if (!namesTag(request.headers['if-none-match'], etag)) {
      done(null, payload);
      return;
    }
    void reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/** Weak comparison, because compression weakens ETags. */
const namesTag = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
