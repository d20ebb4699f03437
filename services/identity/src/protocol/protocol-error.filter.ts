import { randomUUID } from 'node:crypto';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { toProblem } from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError, refuse } from './refusals';
import { PROTOCOL_MEDIA_TYPE } from './request-body';

const RETRY_AFTER_SECONDS = 2;
const LONGEST_MESSAGE_HEADER = 512;

/** Answers with the protocol's errors: the same name in header and body, as clients read either. */
@Catch()
export class ProtocolErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const answer = error instanceof ProtocolError ? error : unexpected(error, request);
    if (answer.status === 503) void reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    void reply
      .status(answer.status)
      .type(PROTOCOL_MEDIA_TYPE)
      .header('x-amzn-requestid', randomUUID())
      .header('x-amzn-errortype', `${answer.name}:`)
      .header('x-amzn-errormessage', asHeader(answer.message))
      .send(JSON.stringify({ __type: answer.name, message: answer.message }));
  }
}

/** Headers hold ASCII only, and all of them must fit where proxies read them. The body has the whole sentence. */
const asHeader = (message: string) =>
  message.replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_MESSAGE_HEADER);

function unexpected(error: unknown, request: FastifyRequest): ProtocolError {
  const { body } = toProblem(error, String(request.id));
  request.log.error({ err: error }, 'operation failed');
  return body.status === 503 ? refuse.unavailable() : refuse.internal();
}
