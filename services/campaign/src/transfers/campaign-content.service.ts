import { Injectable } from '@nestjs/common';
import { isGm, type CampaignContent, type SessionContent } from '@tomekeeper/contracts-campaign';
import { UnitOfWork } from '@tomekeeper/persistence';
import { BoardsService } from '../boards/boards.service';
import { requireMember } from '../campaigns/campaign.queries';
import { CampaignsService } from '../campaigns/campaigns.service';
import { SessionsService } from '../game-sessions/sessions.service';

/** Content of a campaign, from the queries of the public API. */
@Injectable()
export class CampaignContentService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly campaigns: CampaignsService,
    private readonly sessions: SessionsService,
    private readonly boards: BoardsService,
  ) {}

  /** @throws {DomainError} 404 for non-members */
  async get(campaign: string, user: string): Promise<CampaignContent> {
    const { game_system, people } = await this.campaigns.get(campaign, user);
    const sessions = await this.sessions.list(campaign, user);
    return {
      game_system,
      members: people.map(({ role: _role, ...member }) => member),
      sessions: sessions.map(({ id, title }) => ({ id, title })).reverse(),
    };
  }

  /** @throws {DomainError} 404 for non-members, and for sessions that the member does not see */
  async session(campaign: string, session: string, user: string): Promise<SessionContent> {
    const { role } = await requireMember(this.uow, campaign, user);
    const visible = await this.sessions.get(campaign, session, user);
    if (!isGm(role)) return visible;
    const { items } = await this.boards.get({ campaign, session, user });
    return { ...visible, board: items };
  }
}
