import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { answerProblem, DomainError } from '@tomekeeper/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorForm } from './route-table';

const USER_POOL_MEDIA_TYPE = 'application/x-amz-json-1.1';
const RETRY_AFTER_SECONDS = 5;
/** What is too much now may fit in a moment. */
const RETRY_WHEN_BUSY_SECONDS = 2;

/** Why the gateway answers in a service's place. */
export type Refusal =
  | { reason: 'unavailable' }
  | { reason: 'busy' }
  | { reason: 'too-many'; retryAfter: number }
  | { reason: 'too-slow' }
  | { reason: 'too-large' }
  | { reason: 'malformed' };

/** Answers in the form that the caller of this route understands. */
export function refuse(
  form: ErrorForm,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  switch (form) {
    case 'problem':
      answerProblem(asDomainError(refusal), request, reply);
      return;
    case 'user-pool':
      answerUserPoolError(refusal, reply);
      return;
  }
}

function asDomainError(refusal: Refusal): DomainError {
  switch (refusal.reason) {
    case 'unavailable':
      return new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'This part of Tomekeeper is not available right now. Please try again in a moment.',
        { retryAfter: RETRY_AFTER_SECONDS },
      );
    case 'busy':
      return new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'Tomekeeper has very much to do right now. Please try again in a moment.',
        { retryAfter: RETRY_WHEN_BUSY_SECONDS },
      );
    case 'too-many':
      return new DomainError(
        'too-many',
        GENERAL_CODES.tooMany,
        'Too many requests. Please wait a moment.',
        { retryAfter: refusal.retryAfter },
      );
    case 'too-slow':
      return new DomainError(
        'too-slow',
        GENERAL_CODES.timeout,
        'The request took too long to arrive. Please try again.',
      );
    case 'too-large':
      return new DomainError('too-large', GENERAL_CODES.tooLarge, 'The request is too large.');
    case 'malformed':
      return new DomainError(
        'invalid',
        GENERAL_CODES.malformed,
        'The request could not be understood.',
      );
  }
}

const USER_POOL_ERRORS: Record<
  Refusal['reason'],
  { status: number; type: string; message: string }
> = {
  unavailable: {
    // Identity libraries try 503 again by themselves.
    status: 503,
    type: 'InternalErrorException',
    message: 'Signing in is not available right now. Please try again in a moment.',
  },
  busy: {
    status: 503,
    type: 'InternalErrorException',
    message: 'Tomekeeper has very much to do right now. Please try again in a moment.',
  },
  'too-many': {
    status: 400,
    type: 'TooManyRequestsException',
    message: 'Too many requests. Please wait a moment.',
  },
  'too-slow': {
    status: 408,
    type: 'InvalidParameterException',
    message: 'The request took too long to arrive. Please try again.',
  },
  'too-large': {
    status: 413,
    type: 'InvalidParameterException',
    message: 'The request is too large.',
  },
  malformed: {
    status: 400,
    type: 'InvalidParameterException',
    message: 'The request could not be understood.',
  },
};

function answerUserPoolError(refusal: Refusal, reply: FastifyReply): void {
  if (reply.sent) return;
  const { status, type, message } = USER_POOL_ERRORS[refusal.reason];
  if (refusal.reason === 'too-many') void reply.header('retry-after', refusal.retryAfter);
  if (refusal.reason === 'unavailable') void reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (refusal.reason === 'busy') void reply.header('retry-after', RETRY_WHEN_BUSY_SECONDS);
  void reply
    .status(status)
    .header('x-amzn-errortype', type)
    .type(USER_POOL_MEDIA_TYPE)
    .send(JSON.stringify({ __type: type, message }));
}

/**
 * Prefixes below which the shell's page must never answer: a program that requests data would take it for
 * data, and probes and metrics of a process are on its internal port only.
 */
const NO_PAGES = ['/api', '/remotes', '/registry', '/health', '/metrics', '/internal'];

/** Where requests go whose path has no spelling of ours. */
export const NOT_FOUND_PATH = '/api/no-such-path';

/** Everything below these prefixes that no other route takes is 404. */
export function registerNotFound(fastify: FastifyInstance): void {
  const notFound = () => {
    throw new DomainError('not-found', GENERAL_CODES.notFound, 'There is nothing at this address.');
  };
  for (const prefix of NO_PAGES) {
    fastify.get(prefix, notFound);
    // Files of remotes have a catch-all of their own, which answers 404 by itself.
    if (prefix !== '/remotes') fastify.all(`${prefix}/*`, notFound);
  }
}
