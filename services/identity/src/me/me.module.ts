import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module';
import { RevocationsModule } from '../revocations/revocations.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { ManagedErasures } from './managed-erasures';
import { ManagedUsers } from './managed-users';
import { MeController } from './me.controller';

/** `/api/me/`, and provisioning of managed-pool users. */
@Module({
  imports: [ErasureModule, RevocationsModule, SettingsModule, UsersModule],
  controllers: [MeController],
  providers: [ManagedUsers, ManagedErasures],
})
export class MeModule {}
