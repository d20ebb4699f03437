import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { SubscriberTokens } from './subscriber-tokens';
import { RecordsController, SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  imports: [MailsModule],
  controllers: [SubscriptionsController, RecordsController],
  providers: [SubscriptionsService, SubscriberTokens],
  exports: [SubscriptionsService],
})
export class SubscriptionsModule {}
