import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { DecoyUsers, PoolSecret } from './decoy-users';
import { PoolUsers, Subjects } from './pool-users';
import { SecondFactors } from './pool-user';

/** Accounts, decoys of unknown accounts, and name resolution. */
@Module({
  imports: [SettingsModule],
  providers: [PoolUsers, PoolSecret, DecoyUsers, Subjects, SecondFactors],
  exports: [PoolUsers, PoolSecret, DecoyUsers, Subjects, SecondFactors],
})
export class UsersModule {}
