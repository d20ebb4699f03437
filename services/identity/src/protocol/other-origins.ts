import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const DAY_SECONDS = 86_400;
/** What the clients send; the last four come with signed calls. */
const REQUEST_HEADERS = [
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'cache-control',
  'content-type',
  'x-amz-target',
  'x-amz-user-agent',
  'authorization',
  'x-amz-date',
  'x-amz-security-token',
  'x-amz-content-sha256',
].join(', ');
const ANSWER_HEADERS = 'x-amzn-requestid, x-amzn-errortype, x-amzn-errormessage, date';

/** Lets pages of the named other origins call the pool's endpoint. Our own pages need no leave. */
export function allowOtherOrigins(app: NestFastifyApplication, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (!/^\/idp\/?(\?|$)/.test(request.url) || !origin) return done();
    void reply.header('vary', 'Origin');
    if (!origins.includes(origin)) return done();
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': ANSWER_HEADERS,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS') return done();
    void reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': String(DAY_SECONDS),
      })
      .status(204)
      .send();
  });
}
