import { Injectable } from '@nestjs/common';
import type { NewsMailFrequency } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMemberships } from '../../memberships/campaign-memberships';
import { IS_OPEN, MAX_EXPORTED } from '../read-marks';

/** SQL interval between two mails of a {@link NewsMailFrequency}. @param frequency SQL expression */
export const pauseAfterMail = (frequency: string): string =>
  `CASE ${frequency} WHEN 'daily' THEN interval '1 day' ELSE interval '10 minutes' END`;

/** Members' choices of mails about news. */
@Injectable()
export class NewsMailService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  /** @throws {DomainError} 404 for people outside of the campaign */
  async frequencyOf(user: string, campaign: string): Promise<NewsMailFrequency> {
    const { reader } = await this.memberships.memberIn(campaign.toLowerCase(), user);
    const [row] = await this.uow.query<{ frequency: NewsMailFrequency }>(
      'SELECT frequency FROM news_mail WHERE campaign_id = $1 AND reader = $2',
      [campaign, reader],
    );
    return row?.frequency ?? 'off';
  }

  /** @throws {DomainError} 404 for people outside of the campaign */
  async choose(user: string, campaign: string, frequency: NewsMailFrequency): Promise<void> {
    const { reader } = await this.memberships.memberIn(campaign.toLowerCase(), user);
    await this.uow.query(
      `INSERT INTO news_mail (reader, campaign_id, person, frequency)
       SELECT $1::uuid, $2::uuid, $3::uuid, $4 WHERE ${IS_OPEN}
           ON CONFLICT (campaign_id, reader) DO UPDATE SET
             frequency = excluded.frequency,
             mailed_until = CASE news_mail.frequency WHEN 'off' THEN excluded.mailed_until
                                 ELSE news_mail.mailed_until END,
             -- Turning mails off and on again does not send more of them.
             next_at = least(news_mail.next_at, now() + ${pauseAfterMail('excluded.frequency')})`,
      [reader, campaign, user, frequency],
    );
  }

  /** The choices of a person in all campaigns, for their data export. */
  choicesOf(person: string): Promise<{ campaign: string; frequency: NewsMailFrequency }[]> {
    return this.uow.query(
      `SELECT campaign_id AS campaign, frequency FROM news_mail
        WHERE person = $1 ORDER BY campaign_id LIMIT ${MAX_EXPORTED}`,
      [person],
    );
  }

  /** Turns off the mails of a choice; an unknown token does nothing. */
  async stop(token: string): Promise<void> {
    await this.uow.query(`UPDATE news_mail SET frequency = 'off' WHERE token = $1`, [token]);
  }
}
