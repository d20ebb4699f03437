import { Module } from '@nestjs/common';
import { LockoutModule } from '../lockout/lockout.module';
import { MessagesModule } from '../messages/messages.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { CodeDeliveries, CodeMails } from './code-mails';
import { VerificationCodes } from './verification-codes';

/** Verification codes for addresses, telephone numbers and password resets. */
@Module({
  imports: [LockoutModule, MessagesModule, SettingsModule, UsersModule],
  providers: [VerificationCodes, CodeMails, CodeDeliveries],
  exports: [VerificationCodes, CodeMails, CodeDeliveries],
})
export class CodesModule {}
