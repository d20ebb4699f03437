import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Media type of the protocol. */
export const PROTOCOL_MEDIA_TYPE = 'application/x-amz-json-1.1';
const BODY_LIMIT = 64 * 1024;

/** What the controller gets as body: the bytes, or nothing when they were more than the limit. */
export class RawBody {
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
