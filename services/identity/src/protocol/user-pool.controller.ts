import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Headers,
  HttpCode,
  Ip,
  Post,
  Res,
  UseFilters,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public, toProblem } from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { addressOf, withCaller } from '../caller/caller';
import { OperationRegistry, parseBody, PROTOCOL_MEDIA_TYPE } from './operations';
import { ProtocolError, refuse } from './refusals';

const DAY_SECONDS = 86_400;
/** Allowed CORS request headers; the last four belong to signed calls. */
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

/** Enables CORS on the pool's endpoint for the configured origins. Our own pages are same-origin. */
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

const RETRY_AFTER_SECONDS = 2;
const MAX_MESSAGE_HEADER_LENGTH = 512;

/** Returns errors in the protocol's form: the name in header and body, because clients read either. */
@Catch()
class ProtocolErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const answer = error instanceof ProtocolError ? error : unexpected(error, request);
    if (answer.status === 503) void reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    void reply
      .status(answer.status)
      .type(PROTOCOL_MEDIA_TYPE)
      .header('x-amzn-requestid', randomUUID())
      .header('x-amzn-errortype', `${answer.name}:`)
      .header('x-amzn-errormessage', asHeader(answer.message))
      .send(JSON.stringify({ __type: answer.name, message: answer.message }));
  }
}

/** Header values are ASCII and limited in size by proxies. The body contains the full message. */
const asHeader = (message: string) =>
  message.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_MESSAGE_HEADER_LENGTH);

function unexpected(error: unknown, request: FastifyRequest): ProtocolError {
  const { body } = toProblem(error, String(request.id));
  request.log.error({ err: error }, 'operation failed');
  return body.status === 503 ? refuse.unavailable() : refuse.internal();
}

/** Clients see the user pool and the identity pool as two services. */
const TARGET = /^AWSCognitoIdentity(Provider)?Service\.(\w{1,64})$/;

/**
 * The user pool's endpoint. Public, because the protocol's requests contain credentials: passwords, proofs and access
 * tokens in the body.
 */
@Public()
@ApiExcludeController()
@Controller('idp')
@UseFilters(ProtocolErrorFilter)
export class UserPoolController {
  constructor(private readonly operations: OperationRegistry) {}

  @Post()
  @HttpCode(200)
  async call(
    @Headers('x-amz-target') target: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Headers('x-forwarded-for') forwardedFor: string | undefined,
    @Ip() peer: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const [, provider, name = ''] = TARGET.exec(target ?? '') ?? [];
    const operation = this.operations.get(provider ? name : `IdentityPool.${name}`);
    if (!operation) throw refuse.unknownOperation();
    const request = parseBody(body);
    const answer = await withCaller({ userAgent, address: addressOf(peer, forwardedFor) }, () =>
      operation(request),
    );
    void reply.type(PROTOCOL_MEDIA_TYPE).header('x-amzn-requestid', randomUUID());
    return answer;
  }
}
