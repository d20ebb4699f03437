import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { Erasure } from './erasure';

/** What is deleted when an account is, and after a time. */
@Module({ imports: [MailsModule, SubscriptionsModule], providers: [Erasure] })
export class ErasureModule {}
