import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { Erasure } from './erasure';

/** Erasure with the account, and retention. */
@Module({ imports: [MailsModule, SubscriptionsModule], providers: [Erasure] })
export class ErasureModule {}
