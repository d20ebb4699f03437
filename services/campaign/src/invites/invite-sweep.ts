import { Injectable } from '@nestjs/common';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';

export const SWEEP_INVITES_EVERY_MS = 3_600_000;

/** Cleanup job for expired invite data. */
export const sweepInvites = defineJob({
  name: 'sweep',
  queue: 'campaign-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});

/** Deletes ended invites, removals, offers and mail counts as soon as no rule depends on them. */
@Injectable()
export class InviteSweep {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesJob(sweepInvites)
  async sweep(): Promise<void> {
    // For a month a late click still gets the specific reason; the address is not needed for that.
    await this.uow.query(
      `DELETE FROM invite WHERE greatest(expires_at, revoked_at) < now() - interval '30 days'`,
    );
    await this.uow.query(
      'UPDATE invite SET email = NULL WHERE expires_at < now() AND email IS NOT NULL',
    );
    // By then every affected invite has expired.
    await this.uow.query(
      `DELETE FROM removed_player WHERE removed_at < now() - interval '31 days'`,
    );
    await this.uow.query('DELETE FROM hand_over_offer WHERE expires_at < now()');
    await this.uow.query(`DELETE FROM invite_mail WHERE sent_at < now() - interval '1 day'`);
  }
}
