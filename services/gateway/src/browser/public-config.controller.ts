import { Controller, Get, Inject, Req } from '@nestjs/common';
import { DEFAULT_PASSWORD_POLICY } from '@tomekeeper/contracts-identity';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import { Public } from '@tomekeeper/service-kit';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';

/** Features of the built-in pool per MFA mode. */
const WITHOUT_MFA = ['passkeys', 'devices', 'activity', 'common_passwords'];
const WITH_MFA = ['totp', 'recovery_codes', ...WITHOUT_MFA];
const OWN_POOL = {
  OFF: WITHOUT_MFA,
  OPTIONAL: WITH_MFA,
  ON: [...WITH_MFA, 'mfa_required'],
} satisfies Record<GatewayConfig['MFA'], string[]>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

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

  /** The features of a managed pool are unknown here, so the operator lists them. */
  private features(): string[] {
    const { POOL_FEATURES, POOL_MANAGED, MFA } = this.config;
    return POOL_FEATURES ?? (POOL_MANAGED ? [] : OWN_POOL[MFA]);
  }

  /**
   * A page may only call its own origin. An instance without a public name has several (127.0.0.1, a LAN address),
   * so the request's own host applies there.
   */
  private originFor(request: FastifyRequest): string {
    const { PUBLIC_URL } = this.config;
    if (!LOOPBACK.has(new URL(PUBLIC_URL).hostname)) return PUBLIC_URL;
    const requestOrigin = `${request.protocol}://${request.host}`;
    return URL.canParse(requestOrigin) ? new URL(requestOrigin).origin : PUBLIC_URL;
  }
}
