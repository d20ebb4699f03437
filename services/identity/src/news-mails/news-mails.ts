import { Injectable } from '@nestjs/common';
import { newsMailDue, type NewsMailDue } from '@tomekeeper/contracts-document';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { MailRequests } from '../messages/mail-requests';
import { PoolSettings } from '../settings/pool-settings';
import { HAS_PROVED_ADDRESS } from '../users/pool-user';

/** Mails about news of campaigns, which the document service triggers without knowing addresses. */
@Injectable()
export class NewsMails {
  constructor(
    private readonly settings: PoolSettings,
    private readonly mails: MailRequests,
  ) {}

  /** Sends nothing to deleted or disabled accounts, or to unverified addresses. */
  @HandlesEvent(newsMailDue)
  async onNewsMailDue(
    { person_id, campaign_id, token }: NewsMailDue,
    tx: Transaction,
  ): Promise<void> {
    const [user] = await tx.query<{ email: string; given_name: string }>(
      `SELECT email, given_name FROM pool_user
        WHERE pool_id = $1 AND id = $2 AND email_verified AND ${HAS_PROVED_ADDRESS} AND enabled`,
      [this.settings.poolId, person_id],
    );
    if (!user) return;
    await this.mails.send(tx, {
      template: 'campaign-news',
      to: user.email,
      first_name: user.given_name,
      open_path: `/campaigns/${campaign_id}`,
      stop_path: `/news-mail/stop?token=${token}`,
      one_click_path: `/api/documents/news/mail/stop/?token=${token}`,
    });
  }
}
