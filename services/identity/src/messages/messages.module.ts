import { Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { SettingsModule } from '../settings/settings.module';
import { MailRequests } from './mail-requests';
import {
  MailedTextMessages,
  TEXT_MESSAGES_CLASS,
  TextMessages,
  type TextMessagesClass,
} from './text-messages';

@Module({
  imports: [SettingsModule],
  providers: [
    MailRequests,
    {
      provide: TextMessages,
      inject: [ModuleRef, { token: TEXT_MESSAGES_CLASS, optional: true }],
      useFactory: (module: ModuleRef, provider: TextMessagesClass = MailedTextMessages) =>
        module.create(provider),
    },
  ],
  exports: [MailRequests, TextMessages],
})
export class MessagesModule {}
