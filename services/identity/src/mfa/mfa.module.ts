import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { LockoutModule } from '../lockout/lockout.module';
import { MessagesModule } from '../messages/messages.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import { FactorChanges } from './factor-changes';
import { MfaSetupChallenge, MfaStep, SelectMfaTypeChallenge } from './mfa-step';
import { MfaOperations } from './mfa.operations';
import { RecoveryCodes } from './recovery-codes';
import { SoftwareTokenSetup } from './software-token-setup';
import { SoftwareTokenChallenge } from './software-token.challenge';
import { SoftwareTokens } from './software-tokens';

/** Second factors: sign-in step, preferences, authenticator apps and recovery codes. */
@Module({
  imports: [
    ...[AuditModule, LockoutModule, MessagesModule, SessionsModule],
    ...[SettingsModule, SignInModule, UsersModule],
  ],
  providers: [
    MfaOperations,
    MfaStep,
    ...[MfaSetupChallenge, SelectMfaTypeChallenge, SoftwareTokenChallenge],
    ...[FactorChanges, RecoveryCodes, SoftwareTokens, SoftwareTokenSetup],
  ],
  exports: [FactorChanges, SoftwareTokens],
})
export class MfaModule {}
