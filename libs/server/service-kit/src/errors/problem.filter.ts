import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { GENERAL_CODES, PROBLEM_MEDIA_TYPE } from '@tomekeeper/contracts-problem';
import { correlationId } from '@tomekeeper/correlation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from './problem';

/** Methods that a request's path takes, when its own is not one of them. */
type OtherMethods = (request: FastifyRequest) => string[] | undefined;

/** The one place where errors meet HTTP. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly otherMethods: OtherMethods) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    // Only the router throws this exception: our own refusals are DomainErrors.
    const allowed = error instanceof NotFoundException ? this.otherMethods(request) : undefined;
    if (allowed) answerMethodNotAllowed(allowed, request, reply);
    else answerProblem(error, request, reply);
  }
}

/** Answers with the problem that an error stands for, and logs it when the fault is ours. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  const correlation = correlationId() ?? request.id;
  const answer = toProblem(error, correlation);
  if (answer.unexpected)
    request.log.error({ err: error, correlation_id: correlation }, 'request failed');
  void reply
    .status(answer.body.status)
    .headers(answer.headers)
    .type(PROBLEM_MEDIA_TYPE)
    .send(answer.body);
}

/** @param allowed methods that the path takes */
export function answerMethodNotAllowed(
  allowed: string[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  void reply.status(405).header('allow', allowed.join(', ')).type(PROBLEM_MEDIA_TYPE).send({
    status: 405,
    code: GENERAL_CODES.methodNotAllowed,
    detail: 'This address does not take that method.',
    correlation_id: request.id,
  });
}
