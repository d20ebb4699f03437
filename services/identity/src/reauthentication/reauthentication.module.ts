import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { LockoutModule } from '../lockout/lockout.module';
import { MfaModule } from '../mfa/mfa.module';
import { PasskeysModule } from '../passkeys/passkeys.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import { Reauthentication } from './reauthentication';
import { ReauthenticationOperations } from './reauthentication.operations';

/** Step-up authentication within a session. */
@Module({
  imports: [
    AuditModule,
    LockoutModule,
    MfaModule,
    PasskeysModule,
    PasswordsModule,
    SessionsModule,
    SignInModule,
    UsersModule,
  ],
  providers: [ReauthenticationOperations, Reauthentication],
})
export class ReauthenticationModule {}
