import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { LockoutModule } from '../lockout/lockout.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { SrpModule } from '../srp/srp.module';
import { UsersModule } from '../users/users.module';
import {
  NewPasswordChallenge,
  NewPasswordStep,
  PasswordFactor,
  PasswordFlow,
} from './password-sign-in';
import { ChallengeStore, PendingChallenges } from './pending-challenges';
import { RefreshFlow, FirstFactorChoice, SelectChallenge, UserAuthFlow } from './user-auth.flow';
import { SignInOperations } from './sign-in.operations';
import { SignInCompletion } from './sign-in-completion';
import { SignInRegistry } from './sign-in-registry';
import { SrpExchange } from './srp-exchange';
import {
  PasswordAccounts,
  PasswordChallenges,
  PasswordSrpFactor,
  PasswordVerifierChallenge,
  SrpFlow,
} from './srp-sign-in';

/** Password sign-in, and the foundation of all other sign-in methods. */
@Module({
  imports: [
    ClientsModule,
    LockoutModule,
    PasswordsModule,
    SessionsModule,
    SettingsModule,
    SrpModule,
    UsersModule,
  ],
  providers: [
    ...[SignInOperations, SignInRegistry, SignInCompletion, ChallengeStore, PendingChallenges],
    ...[SrpFlow, PasswordFlow, UserAuthFlow, RefreshFlow],
    ...[PasswordFactor, PasswordSrpFactor],
    ...[PasswordVerifierChallenge, SelectChallenge, NewPasswordChallenge],
    NewPasswordStep,
    ...[FirstFactorChoice, PasswordAccounts, PasswordChallenges, SrpExchange],
  ],
  exports: [
    ...[SignInRegistry, SignInCompletion, ChallengeStore, PendingChallenges],
    ...[FirstFactorChoice, PasswordChallenges, SrpExchange],
  ],
})
export class SignInModule {}
