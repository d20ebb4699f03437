import { Inject, Injectable } from '@nestjs/common';
import { newsMailDue } from '@tomekeeper/contracts-document';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { CampaignMemberships } from '../../memberships/campaign-memberships';
import { defineScheduledJob } from '../../scheduled-jobs';
import { NewsService } from '../news.service';
import { pauseAfterMail } from './news-mail.service';

/** Requests mails for members with news that they have neither seen nor been mailed about. */
export const mailNews = defineScheduledJob({ name: 'mail-news', queue: 'document-news-mail' });

const IS_DUE = `frequency <> 'off' AND next_at <= now()`;
export const NEWS_MAIL_DUE = `SELECT 1 FROM news_mail WHERE ${IS_DUE} LIMIT 1`;
const BATCH = 50;
/** A worker that dies loses nothing: its rows are due again after this time. */
const CLAIM = '1 minute';
/** Time until the next check of a row without news. */
const PAUSE_WITHOUT_NEWS = `CASE frequency WHEN 'daily' THEN interval '10 minutes' ELSE interval '15 seconds' END`;

interface ClaimedRow {
  campaign: string;
  reader: string;
  person: string;
  mailed_until: Date;
}

@Injectable()
export class NewsMailWorker {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly news: NewsService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @HandlesJob(mailNews)
  async mailDue(): Promise<void> {
    const rows = await this.claim();
    for (const row of rows) {
      try {
        await this.check(row);
      } catch (error) {
        this.log.warn({ err: error }, 'checking the news for a mail failed');
        if (error instanceof UpstreamUnavailable) return;
      }
    }
    if (rows.length === BATCH) await this.uow.run((tx) => tx.outbox.job(mailNews, {}));
  }

  private claim(): Promise<ClaimedRow[]> {
    return this.uow.query(
      `UPDATE news_mail m SET next_at = now() + interval '${CLAIM}'
         FROM (SELECT campaign_id, reader FROM news_mail
                WHERE ${IS_DUE}
                ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) due
        WHERE m.campaign_id = due.campaign_id AND m.reader = due.reader
       RETURNING m.campaign_id AS campaign, m.reader, m.person, m.mailed_until`,
    );
  }

  private async check({ campaign, reader, person, mailed_until }: ClaimedRow): Promise<void> {
    const member = await this.memberships.findMember(campaign, person);
    if (member?.reader !== reader) {
      await this.uow.query('DELETE FROM news_mail WHERE campaign_id = $1 AND reader = $2', [
        campaign,
        reader,
      ]);
      return;
    }
    const latest = await this.news.latest(person, member);
    await (latest && latest > mailed_until
      ? this.requestMail({ campaign, reader, until: latest })
      : this.uow.query(
          `UPDATE news_mail SET next_at = now() + ${PAUSE_WITHOUT_NEWS}
            WHERE campaign_id = $1 AND reader = $2`,
          [campaign, reader],
        ));
  }

  private async requestMail({
    campaign,
    reader,
    until,
  }: {
    campaign: string;
    reader: string;
    until: Date;
  }): Promise<void> {
    await this.uow.run(async (tx) => {
      // The choice may have changed since the claim.
      const [row] = await tx.query<{ person: string; token: string }>(
        `UPDATE news_mail SET mailed_until = $3, next_at = now() + ${pauseAfterMail('frequency')}
          WHERE campaign_id = $1 AND reader = $2 AND frequency <> 'off' AND mailed_until < $3
         RETURNING person, token`,
        [campaign, reader, until],
      );
      if (!row) return;
      const { person: person_id, token } = row;
      await tx.outbox.event(newsMailDue, { person_id, campaign_id: campaign, token });
    });
  }
}
