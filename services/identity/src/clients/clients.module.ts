import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { PoolClients } from './pool-clients';

/** App clients of the pool. */
@Module({
  imports: [SettingsModule],
  providers: [PoolClients],
  exports: [PoolClients],
})
export class ClientsModule {}
