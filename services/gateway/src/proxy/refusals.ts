import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { answerProblem, DomainError, type ErrorKind, toProblem } from '@tomekeeper/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorForm } from './route-table';

const USER_POOL_MEDIA_TYPE = 'application/x-amz-json-1.1';

/** Why the gateway answers in a service's place. */
export type Refusal =
  | { reason: 'unavailable' | 'busy' | 'too-slow' | 'too-large' | 'malformed' }
  | { reason: 'too-many'; retryAfter: number };

interface Words {
  kind: ErrorKind;
  code: string;
  detail: string;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** What the user-pool protocol calls it. Identity libraries try a 503 again by themselves. */
  exception: string;
  /** Status and sentence of that protocol, where they are others. */
  pool?: { status?: number; message?: string };
}

const WORDS: Record<Refusal['reason'], Words> = {
  unavailable: {
    kind: 'unavailable',
    code: GENERAL_CODES.unavailable,
    detail: 'This part of Tomekeeper is not available right now. Please try again in a moment.',
    retryAfter: 5,
    exception: 'InternalErrorException',
    pool: { message: 'Signing in is not available right now. Please try again in a moment.' },
  },
  busy: {
    kind: 'unavailable',
    code: GENERAL_CODES.unavailable,
    detail: 'Tomekeeper has very much to do right now. Please try again in a moment.',
    // What is too much now may fit in a moment.
    retryAfter: 2,
    exception: 'InternalErrorException',
  },
  'too-many': {
    kind: 'too-many',
    code: GENERAL_CODES.tooMany,
    detail: 'Too many requests. Please wait a moment.',
    exception: 'TooManyRequestsException',
    pool: { status: 400 },
  },
  'too-slow': {
    kind: 'too-slow',
    code: GENERAL_CODES.timeout,
    detail: 'The request took too long to arrive. Please try again.',
    exception: 'InvalidParameterException',
  },
  'too-large': {
    kind: 'too-large',
    code: GENERAL_CODES.tooLarge,
    detail: 'The request is too large.',
    exception: 'InvalidParameterException',
  },
  malformed: {
    kind: 'invalid',
    code: GENERAL_CODES.malformed,
    detail: 'The request could not be understood.',
    exception: 'InvalidParameterException',
  },
};

/** Answers in the form that the caller of this route understands. */
export function refuse(
  form: ErrorForm,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { kind, code, detail, exception, pool, ...words } = WORDS[refusal.reason];
  const { retryAfter } = refusal.reason === 'too-many' ? refusal : words;
  const error = new DomainError(kind, code, detail, { retryAfter });
  if (form === 'problem') {
    answerProblem(error, request, reply);
    return;
  }
  if (reply.sent) return;
  const { body, headers } = toProblem(error, request.id);
  void reply
    .status(pool?.status ?? body.status)
    .headers({ ...headers, 'x-amzn-errortype': exception })
    .type(USER_POOL_MEDIA_TYPE)
    .send(JSON.stringify({ __type: exception, message: pool?.message ?? detail }));
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
