import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ClientsModule } from '../clients/clients.module';
import { CodesModule } from '../codes/codes.module';
import { MessagesModule } from '../messages/messages.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { RegistrationModule } from '../registration/registration.module';
import { UsersModule } from '../users/users.module';
import { FactorRemoval, PasswordResets } from './password-resets';
import { RecoveryOperations } from './recovery.operations';

/** Password reset with a mailed code. */
@Module({
  imports: [
    AuditModule,
    ClientsModule,
    CodesModule,
    MessagesModule,
    PasswordsModule,
    RegistrationModule,
    UsersModule,
  ],
  providers: [RecoveryOperations, PasswordResets, FactorRemoval],
})
export class RecoveryModule {}
