import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { LockoutModule } from '../lockout/lockout.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { SigningKeysModule } from '../signing-keys/signing-keys.module';
import { UsersModule } from '../users/users.module';
import { OperatorAccounts, OperatorRole } from './operator-accounts';
import { OperatorCommands } from './operator-commands';
import { Resealing } from './resealing';

/** Operator commands; none is reachable over the network. */
@Module({
  imports: [
    AuditModule,
    LockoutModule,
    PasswordsModule,
    SessionsModule,
    SettingsModule,
    SigningKeysModule,
    UsersModule,
  ],
  providers: [OperatorCommands, OperatorAccounts, OperatorRole, Resealing],
})
export class OperatorsModule {}
