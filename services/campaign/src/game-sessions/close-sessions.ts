import { Injectable } from '@nestjs/common';
import { SESSION_LIMITS } from '@tomekeeper/contracts-campaign';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { hintSessionChanged } from '../campaigns/hints';
import { closeSession, storedSession } from './session-state';

export const CLOSE_SESSIONS_EVERY_MS = 600_000;

/** Scheduled job for sessions that a GM forgot to close. */
export const closeForgottenSessions = defineJob({
  name: 'close-forgotten',
  queue: 'campaign-sessions',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});

const FORGOTTEN = `state = 'running' AND running_since < now() - interval '${SESSION_LIMITS.maxHours} hours'`;

/** Closes sessions that have been running for too long. */
@Injectable()
export class CloseSessions {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesJob(closeForgottenSessions)
  async close(): Promise<void> {
    const forgotten = await this.uow.query<{ id: string; campaign_id: string }>(
      `SELECT id, campaign_id FROM game_session WHERE ${FORGOTTEN}`,
    );
    for (const { id, campaign_id } of forgotten)
      await this.uow.run(async (tx) => {
        const [campaign] = await tx.query('SELECT 1 FROM campaign WHERE id = $1 FOR UPDATE', [
          campaign_id,
        ]);
        const [still] = await tx.query(
          `SELECT 1 FROM game_session WHERE id = $1 AND ${FORGOTTEN}`,
          [id],
        );
        // A GM may have closed or reopened it, or deleted the campaign, in the meantime.
        if (!campaign || !still) return;
        await closeSession(tx, await storedSession(tx, campaign_id, id));
        await hintSessionChanged(tx, campaign_id, id, 'party');
      });
  }
}
