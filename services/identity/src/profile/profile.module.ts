import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { CodesModule } from '../codes/codes.module';
import { ErasureModule } from '../erasure/erasure.module';
import { LockoutModule } from '../lockout/lockout.module';
import { MessagesModule } from '../messages/messages.module';
import { MfaModule } from '../mfa/mfa.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsersModule } from '../users/users.module';
import { EmailChangeUndos, EmailChanges } from './email-changes';
import { MySecurityController } from './my-security.controller';
import { PhoneChanges } from './phone-changes';
import { ProfileOperations } from './profile.operations';

/** Profile and security settings of signed-in users. */
@Module({
  imports: [
    AuditModule,
    CodesModule,
    ErasureModule,
    LockoutModule,
    MessagesModule,
    MfaModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [MySecurityController],
  providers: [ProfileOperations, EmailChanges, EmailChangeUndos, PhoneChanges],
})
export class ProfileModule {}
