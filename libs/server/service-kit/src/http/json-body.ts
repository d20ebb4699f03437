import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Deeper than any request of the product, and shallow enough to be cheap to check. */
const MAX_DEPTH = 32;

/** Bytes of JSON's syntax. */
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  ...Buffer.from('"\\[]{}'),
] as [number, number, number, number, number, number];

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Fastify's own parser behind a look at the depth: to parse and validate 256 KiB of brackets takes a second in which
 * a process answers no other request.
 */
export function jsonBodyParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    if (isDeeperThan(body, MAX_DEPTH)) done(new TooDeep());
    else void parse(request, body.toString(), done);
  };
}

/** @returns whether lists and objects stand in more than so many others; what is no JSON may go either way */
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
