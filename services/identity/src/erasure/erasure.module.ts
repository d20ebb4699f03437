import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { AccountDeletion } from './account-deletion';
import { EarlierAddresses } from './earlier-addresses';

/** Account deletion, here and in the other services. */
@Module({
  imports: [MessagesModule, SessionsModule, SettingsModule, UsersModule],
  providers: [AccountDeletion, EarlierAddresses],
  exports: [AccountDeletion, EarlierAddresses],
})
export class ErasureModule {}
