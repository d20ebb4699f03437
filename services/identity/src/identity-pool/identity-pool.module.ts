import { Module } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { RevocationsModule } from '../revocations/revocations.module';
import { SettingsModule } from '../settings/settings.module';
import { SigningKeysModule } from '../signing-keys/signing-keys.module';
import { IdTokens } from './id-tokens';
import { IdentityPoolOperations } from './identity-pool.operations';
import { IdentityPoolSettings, TokenExchange } from './token-exchange';

/** Object-store credentials for signed-in users; disabled unless configured. */
@Module({
  imports: [RevocationsModule, SettingsModule, SigningKeysModule],
  providers: [
    IdentityPoolOperations,
    ...[IdTokens, TokenExchange],
    {
      provide: IdentityPoolSettings,
      inject: [CONFIG],
      useFactory: (config: Config) => IdentityPoolSettings.of(config),
    },
  ],
})
export class IdentityPoolModule {}
