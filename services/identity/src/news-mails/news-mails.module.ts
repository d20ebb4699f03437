import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { SettingsModule } from '../settings/settings.module';
import { NewsMails } from './news-mails';

/** Mails about news of campaigns. */
@Module({
  imports: [MessagesModule, SettingsModule],
  providers: [NewsMails],
})
export class NewsMailsModule {}
