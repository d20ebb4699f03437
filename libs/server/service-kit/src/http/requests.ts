import { RouteConfig } from '@nestjs/platform-fastify';
import { GENERAL_CODES, type Problem } from '@tomekeeper/contracts-problem';
import { acceptCorrelationId, CORRELATION_HEADER } from '@tomekeeper/correlation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const CONFIG = { hasEffect: true };

/**
 * Marks a GET with a side effect, such as a single-use link. The framework would run the handler for HEAD too, so a link checker
 * would use the link up.
 */
export const HasEffect = (): MethodDecorator => RouteConfig(CONFIG);

const STREAM = { ...CONFIG, isStream: true };

/**
 * Marks a GET whose response streams until a side closes it: its duration is not a useful metric, and HEAD would never complete.
 */
export const IsStream = (): MethodDecorator => RouteConfig(STREAM);

/** Whether the response is an open-ended stream. */
export const isStream = ({ routeOptions }: FastifyRequest): boolean =>
  'isStream' in routeOptions.config;

/** Whether a HEAD request would trigger a side effect. */
export function wouldHaveEffect({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'HEAD' && 'hasEffect' in routeOptions.config;
}

/** Methods per path, so that a wrong method gets 405 instead of 404. */
export interface KnownMethods {
  for(path: string): string[];
}

/** Records routes as they are added; call it before adding them. */
export function watchRoutes(fastify: FastifyInstance): KnownMethods {
  const routes: { pattern: RegExp; method: string }[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return; // catch-alls match every path
    const pattern = new RegExp(
      `^${url
        .replace(/\/$/, '')
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')}/?$`,
    );
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ pattern, method: one });
  });
  return {
    for: (path) => [
      ...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method)),
    ],
  };
}

/** Maximum JSON depth: above every request of the product, low enough to check cheaply. */
const MAX_DEPTH = 32;

/** Bytes of JSON's syntax. */
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  ...Buffer.from('"\\[]{}'),
] as [number, number, number, number, number, number];

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Fastify's own JSON parser with a depth check: parsing and validating 256 KiB of brackets would block the process for a second.
 */
export function jsonBodyParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    if (isDeeperThan(body, MAX_DEPTH)) done(new TooDeep());
    else void parse(request, body.toString(), done);
  };
}

/** @returns whether the nesting exceeds `most`; unspecified for invalid JSON */
export function isDeeperThan(json: Buffer, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > most) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

class TooDeep extends Error {
  readonly statusCode = 400;

  constructor() {
    super(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
}

const REFUSALS: Record<string, Pick<Problem, 'status' | 'code' | 'detail'>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: GENERAL_CODES.tooLarge,
    detail: 'The address and headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: GENERAL_CODES.timeout,
    detail: 'The request took too long to arrive. Please try again.',
  },
};
const UNREADABLE: Pick<Problem, 'status' | 'code' | 'detail'> = {
  status: 400,
  code: GENERAL_CODES.malformed,
  detail: 'The request could not be understood.',
};

/** Sends a problem response for unparsable HTTP and closes the connection. There is no request or reply yet, only the socket. */
export function answerUnread(
  ownHeaders: OutgoingHttpHeaders,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) socket.write(answerTo(error, ownHeaders));
    socket.destroy(error);
  };
}

function answerTo(error: { code?: string }, ownHeaders: OutgoingHttpHeaders): string {
  const correlation = acceptCorrelationId(undefined);
  const refusal = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify({ ...refusal, correlation_id: correlation } satisfies Problem);
  const headers = {
    ...ownHeaders,
    [CORRELATION_HEADER]: correlation,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}
