import { Module } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { MAIL_KEYRING, POOL_KEYRING, PoolSettings } from './pool-settings';

/** Pool settings and keyrings. */
@Module({
  providers: [
    {
      provide: PoolSettings,
      inject: [CONFIG],
      useFactory: (config: Config) => new PoolSettings(config),
    },
    {
      provide: POOL_KEYRING,
      inject: [CONFIG],
      useFactory: (config: Config) => config.POOL_KEYS,
    },
    {
      provide: MAIL_KEYRING,
      inject: [CONFIG],
      useFactory: (config: Config) => config.MAIL_SEAL_KEYS,
    },
  ],
  exports: [PoolSettings, POOL_KEYRING, MAIL_KEYRING],
})
export class SettingsModule {}
