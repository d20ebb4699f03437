import { Injectable } from '@nestjs/common';
import { newsKind, type NewsKind } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { IS_OPEN, MAX_EXPORTED } from './read-marks';

const kindsWithout = (turnedOff: readonly string[]): NewsKind[] =>
  newsKind.options.filter((kind) => !turnedOff.includes(kind));

/** Members' choices of kinds of news. Kinds that are turned off are stored, so that a new kind is on at first. */
@Injectable()
export class NewsKindsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  /** @throws {DomainError} 404 for people outside of the campaign */
  async kindsOf(user: string, campaign: string): Promise<NewsKind[]> {
    const { reader } = await this.memberships.memberIn(campaign.toLowerCase(), user);
    const [row] = await this.uow.query<{ turned_off: string[] }>(
      'SELECT turned_off FROM news_kinds WHERE campaign_id = $1 AND reader = $2',
      [campaign, reader],
    );
    return kindsWithout(row?.turned_off ?? []);
  }

  /**
   * @returns the chosen kinds without duplicates
   * @throws {DomainError} 404 for people outside of the campaign
   */
  async choose(user: string, campaign: string, kinds: readonly NewsKind[]): Promise<NewsKind[]> {
    const { reader } = await this.memberships.memberIn(campaign.toLowerCase(), user);
    const turnedOff = newsKind.options.filter((kind) => !kinds.includes(kind));
    await this.uow.query(
      `INSERT INTO news_kinds (reader, campaign_id, person, turned_off)
       SELECT $1::uuid, $2::uuid, $3::uuid, $4::text[] WHERE ${IS_OPEN}
           ON CONFLICT (campaign_id, reader) DO UPDATE SET turned_off = excluded.turned_off`,
      [reader, campaign, user, turnedOff],
    );
    return kindsWithout(turnedOff);
  }

  /** The choices of a person in all campaigns, for their data export. */
  async choicesOf(person: string): Promise<{ campaign: string; kinds: NewsKind[] }[]> {
    const rows = await this.uow.query<{ campaign: string; turned_off: string[] }>(
      `SELECT campaign_id AS campaign, turned_off FROM news_kinds
        WHERE person = $1 ORDER BY campaign_id LIMIT ${MAX_EXPORTED}`,
      [person],
    );
    return rows.map(({ campaign, turned_off }) => ({ campaign, kinds: kindsWithout(turned_off) }));
  }
}
