import { Injectable } from '@nestjs/common';
import { NEWS_LIMITS, type SessionNews } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { readerParameters, readers } from '../access/unread/news-readers';
import { CampaignMemberships, type Member } from '../memberships/campaign-memberships';

/** Unread news of a session. */
export interface UnreadSession extends Omit<SessionNews, 'at'> {
  campaign: string;
  at: Date;
  /** Start of the latest changes that are one notification. */
  notified_at: Date;
}

/** Unread news of announced and moved sessions. The campaign service stores the changes. */
@Injectable()
export class SessionNewsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  /**
   * Unread news of one person, latest first; GMs get none.
   * @param delay minimum age in seconds
   * @throws {UpstreamUnavailable}
   */
  async unread(
    person: string,
    members: readonly Member[],
    delay: number,
  ): Promise<UnreadSession[]> {
    const players = members.filter(({ role }) => role === 'player');
    if (players.length === 0) return [];
    const [changed, rows] = await Promise.all([
      this.memberships.changedSessions(person),
      this.uow.query<{ campaign: string; read_at: Date; until: Date }>(
        `SELECT w.campaign, greatest(w.since, w.sessions_read_until) AS read_at,
                now() - $4 * interval '1 second' AS until
           FROM (${readers('session', 1)}) w`,
        [...readerParameters(players), delay],
      ),
    ]);
    const readerIn = new Map(rows.map((row) => [row.campaign, row]));
    return changed
      .flatMap(({ campaign_id, session, number, title, ...times }): UnreadSession[] => {
        const reader = readerIn.get(campaign_id);
        const announced = new Date(times.announced_at);
        const moved = times.moved_at === null ? announced : new Date(times.moved_at);
        const at = moved > announced ? moved : announced;
        if (!reader || at <= reader.read_at || at > reader.until) return [];
        const change = announced > reader.read_at ? 'announced' : 'moved';
        const notified_at = new Date(times.notified_at);
        return [{ campaign: campaign_id, session, number, title, change, at, notified_at }];
      })
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, NEWS_LIMITS.perCampaign);
  }
}
