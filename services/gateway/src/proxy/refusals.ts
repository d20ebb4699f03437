import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { answerProblem, DomainError, type ErrorKind, toProblem } from '@tomekeeper/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorForm } from './route-table';

const USER_POOL_MEDIA_TYPE = 'application/x-amz-json-1.1';

/** Why the gateway responds instead of a service. */
export type Refusal =
  | { reason: 'unavailable' | 'busy' | 'too-slow' | 'too-large' | 'malformed' }
  | { reason: 'too-many'; retryAfter: number };

interface RefusalText {
  kind: ErrorKind;
  code: string;
  detail: string;
  retryAfter?: number;
  /** Name in the user-pool protocol. Identity libraries retry a 503. */
  exception: string;
  pool?: { status?: number; message?: string };
}

const TEXTS: Record<Refusal['reason'], RefusalText> = {
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

export function refuse(
  form: ErrorForm,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { kind, code, detail, exception, pool, ...text } = TEXTS[refusal.reason];
  const { retryAfter } = refusal.reason === 'too-many' ? refusal : text;
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
 * Prefixes without the shell's document: programs would take it for data. Probes and metrics are on the internal port
 * only.
 */
const NO_PAGES = ['/api', '/remotes', '/registry', '/health', '/metrics', '/internal'];

/** Path that replaces invalid request targets; it responds with 404. */
export const NOT_FOUND_PATH = '/api/no-such-path';

export function registerNotFound(fastify: FastifyInstance): void {
  const notFound = () => {
    throw new DomainError('not-found', GENERAL_CODES.notFound, 'There is nothing at this address.');
  };
  for (const prefix of NO_PAGES) {
    fastify.get(prefix, notFound);
    // The route of remote files responds with 404 itself.
    if (prefix !== '/remotes') fastify.all(`${prefix}/*`, notFound);
  }
}
