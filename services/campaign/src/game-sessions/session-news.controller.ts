import { Controller, Get, Query } from '@nestjs/common';
import {
  membershipsQuery,
  SESSION_LIMITS,
  sessionNewsAnswer,
  type ChangedSession,
  type MembershipsQuery,
  type SessionNewsAnswer,
} from '@tomekeeper/contracts-campaign';
import { UnitOfWork, type SqlReader } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { utc } from '../campaigns/campaign.queries';

/** Announced and moved sessions, for the news of players. */
@Internal('document')
@Controller('internal/session-news')
export class SessionNewsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get()
  @Answers(sessionNewsAnswer)
  async list(
    @Query({ schema: membershipsQuery }) { user }: MembershipsQuery,
  ): Promise<SessionNewsAnswer> {
    return { sessions: await changedSessions(this.uow, user) };
  }
}

/** Planned sessions that were announced or moved since the player joined, as players see them, latest first. */
async function changedSessions(db: SqlReader, player: string): Promise<ChangedSession[]> {
  const rows = await db.query<ChangedSession & { title_released: boolean }>(
    `SELECT s.campaign_id, s.id AS session, s.number, nullif(s.title, '') AS title, s.title_released,
            ${utc('s.announced_at')} AS announced_at, ${utc('s.moved_at')} AS moved_at,
            ${utc('s.notified_at')} AS notified_at
       FROM campaign_player p CROSS JOIN LATERAL (
              SELECT * FROM game_session s
               WHERE s.campaign_id = p.campaign_id AND s.number IS NOT NULL AND s.state = 'planned'
                 AND greatest(s.announced_at, s.moved_at) > p.added_at
               ORDER BY greatest(s.announced_at, s.moved_at) DESC, s.id
               LIMIT ${SESSION_LIMITS.newsPerCampaign}) s
      WHERE p.player_id = $1 AND p.role = 'player'
      ORDER BY greatest(s.announced_at, s.moved_at) DESC, s.id LIMIT ${SESSION_LIMITS.news}`,
    [player],
  );
  return rows.map(({ title, title_released, ...row }) => ({
    ...row,
    title: title_released ? title : null,
  }));
}
