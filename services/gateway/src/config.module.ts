import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { GatewayConfig } from './config';

/** Injection token of the {@link GatewayConfig}. */
export const GATEWAY_CONFIG = Symbol('gateway config');

/** Gives every feature the settings. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: GATEWAY_CONFIG, useValue: config }],
      exports: [GATEWAY_CONFIG],
    };
  }
}
