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
 * A GET whose answer carries an ETag: the hash of the bytes that are sent, which so tells nothing that they do not. Who has
 * them already gets 304. They stay `no-store`: only our own client keeps them.
 */
export const Revalidated = () => UseInterceptors(MarkRevalidated);

/** Hashes what is sent, after everything else has had its turn with it. */
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

/** By weak comparison: whoever compresses an answer weakens its tag. */
const namesTag = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
