import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../errors/domain-error';

/** An `AbortSignal` that aborts when the client disconnects before its response is complete. */
export const DisconnectSignal = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    const disconnected = new AbortController();
    raw.once('close', () => {
      if (!raw.writableFinished) disconnected.abort(clientDisconnected());
    });
    return disconnected.signal;
  },
);

const clientDisconnected = () =>
  new DomainError('too-slow', 'request.disconnected', 'The connection was closed.');
