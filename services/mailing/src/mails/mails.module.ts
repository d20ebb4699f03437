import { Module } from '@nestjs/common';
import { MailComposer } from '../templates/mail-composer';
import { MailDelivery, MailRequests } from './mail-delivery';
import { DeliveryRecords } from './delivery-records';
import { SmtpTransport } from './smtp-transport';

/** Mails of the whole product, from the request to the mail server. */
@Module({
  providers: [MailRequests, MailDelivery, DeliveryRecords, MailComposer, SmtpTransport],
  exports: [MailRequests, DeliveryRecords],
})
export class MailsModule {}
