import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { DecoyUsers, PoolSecret } from './decoy-users';
import { PoolUsers, Subjects } from './pool-users';
import { SecondFactors } from './pool-user';

/** Accounts, the decoys of accounts that do not exist, and what a request means by a name. */
@Module({
  imports: [SettingsModule],
  providers: [PoolUsers, PoolSecret, DecoyUsers, Subjects, SecondFactors],
  exports: [PoolUsers, PoolSecret, DecoyUsers, Subjects, SecondFactors],
})
export class UsersModule {}
