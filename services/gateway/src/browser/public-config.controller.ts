import { Controller, Get, Inject, Req } from '@nestjs/common';
import { DEFAULT_PASSWORD_POLICY } from '@tomekeeper/contracts-identity';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import { Public } from '@tomekeeper/service-kit';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';

/** What our own pool can do, by what it makes of second factors. */
const OWN_POOL = {
  OFF: ['passkeys', 'devices', 'activity', 'common_passwords'],
  OPTIONAL: ['totp', 'recovery_codes', 'passkeys', 'devices', 'activity', 'common_passwords'],
  ON: [
    'totp',
    'recovery_codes',
    'passkeys',
    'devices',
    'activity',
    'common_passwords',
    'mfa_required',
  ],
} satisfies Record<GatewayConfig['MFA'], string[]>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** All that a browser learns about this installation, at run time. */
@Public()
@ApiExcludeController()
@Controller('config.json')
export class PublicConfigController {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  @Get()
  get(@Req() request: FastifyRequest): PublicConfig {
    const { config } = this;
    return {
      environment: config.ENVIRONMENT,
      identity: {
        user_pool_id: config.POOL_ID,
        user_pool_client_id: config.POOL_CLIENT_ID,
        ...(config.POOL_MANAGED ? {} : { user_pool_endpoint: `${this.originFor(request)}/idp` }),
        features: this.features(),
      },
      robot_check: {
        provider: config.ROBOT_CHECK,
        ...(config.ROBOT_CHECK === 'recaptcha' && config.RECAPTCHA_SITE_KEY
          ? { site_key: config.RECAPTCHA_SITE_KEY }
          : {}),
      },
      limits: { max_upload_mb: config.MAX_UPLOAD_MB },
      password_policy: DEFAULT_PASSWORD_POLICY,
    };
  }

  /** A managed pool may be set up in any way: what it can do is for the operator to say. */
  private features(): string[] {
    const { POOL_FEATURES, POOL_MANAGED, MFA } = this.config;
    if (POOL_FEATURES !== undefined)
      return POOL_FEATURES.split(',')
        .map((feature) => feature.trim())
        .filter(Boolean);
    return POOL_MANAGED ? [] : OWN_POOL[MFA];
  }

  /**
   * A page may only call its own origin. An installation without a public name is reached by several
   * (127.0.0.1, the machine's address from a phone), so there the request's own host is used.
   */
  private originFor(request: FastifyRequest): string {
    const { PUBLIC_URL } = this.config;
    if (!LOOPBACK.has(new URL(PUBLIC_URL).hostname)) return PUBLIC_URL;
    const requestOrigin = `${request.protocol}://${request.host}`;
    return URL.canParse(requestOrigin) ? new URL(requestOrigin).origin : PUBLIC_URL;
  }
}
