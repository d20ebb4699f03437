import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { LockoutModule } from '../lockout/lockout.module';
import { MessagesModule } from '../messages/messages.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { SrpModule } from '../srp/srp.module';
import { UsersModule } from '../users/users.module';
import { CommonPasswords, Passwords } from './passwords';
import { PasswordChanges, TemporaryPasswords } from './password-changes';
import { PasswordOperations } from './password.operations';

/** Passwords: policy, storage, changes and temporary passwords. */
@Module({
  imports: [
    AuditModule,
    LockoutModule,
    MessagesModule,
    SessionsModule,
    SettingsModule,
    SrpModule,
    UsersModule,
  ],
  providers: [PasswordOperations, Passwords, CommonPasswords, PasswordChanges, TemporaryPasswords],
  exports: [Passwords, PasswordChanges, TemporaryPasswords],
})
export class PasswordsModule {}
