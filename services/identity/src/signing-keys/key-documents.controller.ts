import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError, Public } from '@tomekeeper/service-kit';
import { PoolSettings } from '../user-pool/pool-settings';
import { KEYS_MAX_AGE_SECONDS, SigningKeys } from './signing-keys';

const CACHE_CONTROL = `public, max-age=${KEYS_MAX_AGE_SECONDS}`;

/** The documents by which anyone verifies the pool's tokens. */
@Public()
@ApiExcludeController()
@Controller('idp/:poolId/.well-known')
export class KeyDocumentsController {
  constructor(
    private readonly settings: PoolSettings,
    private readonly keys: SigningKeys,
  ) {}

  @Get('jwks.json')
  @Header('cache-control', CACHE_CONTROL)
  @Header('access-control-allow-origin', '*')
  async jwks(@Param('poolId') poolId: string): Promise<object> {
    this.expectPool(poolId);
    return { keys: await this.keys.publicKeys() };
  }

  @Get('openid-configuration')
  @Header('cache-control', CACHE_CONTROL)
  @Header('access-control-allow-origin', '*')
  openIdConfiguration(@Param('poolId') poolId: string): object {
    this.expectPool(poolId);
    const { issuer } = this.settings;
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
