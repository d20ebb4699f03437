import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, HttpCode, Ip, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import { addressOf, withCaller } from '../caller/caller';
import { OperationRegistry } from './operations';
import { ProtocolErrorFilter } from './protocol-error.filter';
import { refuse } from './refusals';
import { parseBody, PROTOCOL_MEDIA_TYPE } from './request-body';

/** The user pool and the identity pool are two services to clients. */
const TARGET = /^AWSCognitoIdentity(Provider)?Service\.(\w{1,64})$/;

/**
 * The endpoint of the user pool. Public, because the protocol brings its own credentials: passwords,
 * proofs and access tokens in the body.
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
