import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import { GENERAL_CODES, type Problem, PROBLEM_MEDIA_TYPE } from '@tomekeeper/contracts-problem';
import { correlationId } from '@tomekeeper/correlation';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorKind } from './domain-error';

/** Driver messages, without an error code, for lost, refused or closing connections. */
const NOT_CONNECTED = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'is not queryable',
  'Cannot use a pool after calling end',
  // TypeORM's messages for a transaction whose connection broke between two statements.
  'Query runner already released',
  'provided by a query runner was already released',
  'connection is not yet established',
];

/**
 * Connection failures, and PostgreSQL's classes 08 (connection), 57P (shutdown) and 53 (insufficient resources); also 57014 and
 * 25P03, timeouts caused by a locked table or a hanging disk.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string')
    return /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|E(HOST|NET)UNREACH|08...|57P..|57014|25P03|53...)$/.test(
      code,
    );
  return error instanceof Error && NOT_CONNECTED.some((words) => error.message.includes(words));
}

/** A problem body with the response's other parts. */
export interface ProblemAnswer {
  body: Problem;
  headers: Record<string, string>;
  /** True for server faults, which are logged with their stack. */
  unexpected: boolean;
}

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-slow': 408,
  gone: 410,
  'too-large': 413,
  misdirected: 421,
  'too-many': 429,
  unavailable: 503,
};

/** Problem texts for errors raised by the framework. */
const FRAMEWORK: Record<number, { code: string; detail: string }> = {
  400: { code: GENERAL_CODES.malformed, detail: 'The request could not be understood.' },
  401: { code: GENERAL_CODES.unauthenticated, detail: 'Please sign in first.' },
  403: { code: GENERAL_CODES.forbidden, detail: 'You may not do this.' },
  404: { code: GENERAL_CODES.notFound, detail: 'There is nothing at this address.' },
  405: { code: GENERAL_CODES.methodNotAllowed, detail: 'This address does not take that method.' },
  413: { code: GENERAL_CODES.tooLarge, detail: 'The request is too large.' },
  415: { code: GENERAL_CODES.unsupportedMediaType, detail: 'Please send JSON.' },
  429: { code: GENERAL_CODES.tooMany, detail: 'Too many requests. Please wait a moment.' },
  503: {
    code: GENERAL_CODES.unavailable,
    detail: 'This part of the service is not available right now. Please try again in a moment.',
  },
};
const RETRY_AFTER_SECONDS = 5;

/** Converts any thrown value to a response, without stack, SQL or paths. */
export function toProblem(error: unknown, correlationId: string): ProblemAnswer {
  if (error instanceof DomainError) {
    const status = STATUS[error.kind];
    return {
      body: {
        ...error.extensions,
        status,
        code: error.code,
        detail: error.message,
        correlation_id: correlationId,
        ...error.fields,
      },
      headers: headersFor(status, error.retryAfter),
      unexpected: false,
    };
  }
  const status = error instanceof UpstreamUnavailable ? 503 : (refusalStatus(error) ?? 500);
  const known = FRAMEWORK[status];
  return {
    body: {
      status,
      code: known?.code ?? GENERAL_CODES.internal,
      detail: known?.detail ?? 'Something went wrong on our side. Please try again.',
      correlation_id: correlationId,
    },
    headers: headersFor(status),
    unexpected: status >= 500,
  };
}

function headersFor(status: number, retryAfter?: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 429 || status === 503)
    return { 'retry-after': String(retryAfter ?? RETRY_AFTER_SECONDS) };
  return {};
}

/** HTTP status of a framework error; 503 for database connection failures. */
function refusalStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return known(error.getStatus());
  if (typeof error !== 'object' || error === null) return undefined;
  if (isDatabaseDown(error)) return 503;
  if ('statusCode' in error && typeof error.statusCode === 'number') return known(error.statusCode);
  return undefined;
}

/** Unknown 4xx statuses stay client errors. */
function known(status: number): number | undefined {
  if (status === 414) return 404; // a path segment exceeds the router's limit, so no route matches
  if (status in FRAMEWORK) return status;
  return status >= 400 && status < 500 ? 400 : undefined;
}

/** Methods of a request's path, if its own method is not supported. */
type OtherMethods = (request: FastifyRequest) => string[] | undefined;

/** Converts exceptions to HTTP responses. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly otherMethods: OtherMethods) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    // Only the router throws this exception: domain errors are DomainErrors.
    const allowed = error instanceof NotFoundException ? this.otherMethods(request) : undefined;
    if (allowed) answerMethodNotAllowed(allowed, request, reply);
    else answerProblem(error, request, reply);
  }
}

/** Sends the problem response of an error; logs server faults. */
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

/** @param allowed methods that the path supports */
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
