import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module';
import { LockoutModule } from '../lockout/lockout.module';
import { MessagesModule } from '../messages/messages.module';
import { MfaModule } from '../mfa/mfa.module';
import { SettingsModule } from '../settings/settings.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import {
  EmailCodeChallenge,
  EmailCodeFactor,
  SmsCodeFactor,
  SmsFirstFactorChallenge,
  SmsSecondFactorChallenge,
} from './code.challenges';
import { SignInCodes } from './sign-in-codes';

/** Codes by mail or text message, as a first or second factor. */
@Module({
  imports: [
    ...[CodesModule, LockoutModule, MessagesModule, MfaModule],
    ...[SettingsModule, SignInModule, UsersModule],
  ],
  providers: [
    ...[EmailCodeFactor, SmsCodeFactor],
    ...[EmailCodeChallenge, SmsFirstFactorChallenge, SmsSecondFactorChallenge],
    SignInCodes,
  ],
})
export class OneTimeCodesModule {}
