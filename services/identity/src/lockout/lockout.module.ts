import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { GuessLockout, Sources } from './guess-lockout';
import { Quotas } from './quotas';

/** Rate limits for guesses and for sent codes. */
@Module({
  imports: [AuditModule, SettingsModule, UsersModule],
  providers: [GuessLockout, Quotas, Sources],
  exports: [GuessLockout, Quotas, Sources],
})
export class LockoutModule {}
