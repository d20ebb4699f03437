import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError, Public } from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import { PoolSettings } from '../settings/pool-settings';
import { KEYS_MAX_AGE_SECONDS, SigningKeys } from './signing-keys';

/** JWKS and OpenID documents for verifying the pool's tokens. */
@Public()
@ApiExcludeController()
@Controller('idp/:poolId/.well-known')
export class KeyDocumentsController {
  constructor(
    private readonly settings: PoolSettings,
    private readonly keys: SigningKeys,
  ) {}

  @Get('jwks.json')
  @Header('access-control-allow-origin', '*')
  async jwks(
    @Param('poolId') poolId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    this.expectPool(poolId);
    const keys = await this.keys.publicKeys();
    letCachesKeep(reply);
    return { keys };
  }

  @Get('openid-configuration')
  @Header('access-control-allow-origin', '*')
  openIdConfiguration(
    @Param('poolId') poolId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): object {
    this.expectPool(poolId);
    const { issuer } = this.settings;
    letCachesKeep(reply);
    return {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'token'],
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      subject_types_supported: ['public'],
    };
  }

  private expectPool(poolId: string): void {
    if (poolId !== this.settings.poolId)
      throw new DomainError(
        'not-found',
        GENERAL_CODES.notFound,
        'There is no such user pool here.',
      );
  }
}

/** Set on successful responses only: a cached error would outlive its cause. */
function letCachesKeep(reply: FastifyReply): void {
  void reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`);
}
