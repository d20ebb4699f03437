import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { refuse } from './refusals';

/** Media type of the protocol. */
export const PROTOCOL_MEDIA_TYPE = 'application/x-amz-json-1.1';
const BODY_LIMIT = 64 * 1024;

/** What the controller gets as body: the bytes, or nothing when they were more than the limit. */
class RawBody {
  constructor(readonly bytes: Uint8Array | undefined) {}
}

/**
 * Hands bodies of the protocol's endpoint over unparsed, whatever their media type: a broken one must
 * be answered in the protocol's own form, not in that of the product API.
 */
export function readProtocolBodies(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && /^\/idp\/?(\?|$)/.test(request.url))
      request.raw.headers['content-type'] = PROTOCOL_MEDIA_TYPE;
    done();
  });
  fastify.addContentTypeParser(
    PROTOCOL_MEDIA_TYPE,
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    (_request, payload, done) => {
      let chunks: Buffer[] = [];
      let size = 0;
      payload.on('data', (chunk: Buffer) => {
        size += chunk.length;
        // Beyond the limit the rest is read and dropped, so that the answer reaches the client.
        if (size <= BODY_LIMIT) chunks.push(chunk);
        else chunks = [];
      });
      payload.on('end', () =>
        done(null, new RawBody(size <= BODY_LIMIT ? Buffer.concat(chunks) : undefined)),
      );
      payload.on('error', (error: Error) => done(error));
    },
  );
}

/**
 * The JSON object that a body holds. What no store, hash or log can take ends here, for every operation:
 * bytes that are no UTF-8, NUL characters, halves of characters.
 * @throws the protocol's refusal
 */
export function parseBody(body: unknown): object {
  if (!(body instanceof RawBody)) throw refuse.notJson();
  if (body.bytes === undefined) throw refuse.tooLarge();
  const parsed = parsedJson(body.bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refuse.notJson();
  return parsed;
}

function parsedJson(bytes: Uint8Array): unknown {
  let broken = false;
  let parsed: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parsed = JSON.parse(text, (key, value: unknown) => {
      if (isBroken(key) || (typeof value === 'string' && isBroken(value))) broken = true;
      // Some clients write null for what they leave out.
      return value ?? undefined;
    });
  } catch {
    throw refuse.notJson();
  }
  if (broken) throw refuse.brokenText();
  return parsed;
}

/** Whether the text holds what is no character: NUL, or half of a pair. */
const isBroken = (text: string): boolean => text.includes('\u0000') || LONE_SURROGATE.test(text);
const LONE_SURROGATE = /\p{Surrogate}/u;
