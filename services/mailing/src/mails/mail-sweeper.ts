import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';
import { sweepMails } from './mail-jobs';
import { Mails } from './mails';

/** Forgets what is no longer needed, once an hour. */
@Injectable()
export class MailSweeper {
  constructor(
    private readonly mails: Mails,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  @HandlesJob(sweepMails)
  async sweep(): Promise<void> {
    await this.mails.deleteFinished();
    await this.subscriptions.forgetOld();
  }
}
