import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ClientsModule } from '../clients/clients.module';
import { CodesModule } from '../codes/codes.module';
import { LockoutModule } from '../lockout/lockout.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SettingsModule } from '../settings/settings.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import { ConfirmByLinkController } from './confirm-by-link.controller';
import { RegistrationOperations } from './registration.operations';
import { SignUps } from './sign-ups';
import { WaitingSignUps } from './waiting-sign-ups';

/** Sign-up and confirmation of the address. */
@Module({
  imports: [
    AuditModule,
    ClientsModule,
    CodesModule,
    LockoutModule,
    PasswordsModule,
    SettingsModule,
    SignInModule,
    UsersModule,
  ],
  controllers: [ConfirmByLinkController],
  providers: [RegistrationOperations, SignUps, WaitingSignUps],
  exports: [WaitingSignUps],
})
export class RegistrationModule {}
