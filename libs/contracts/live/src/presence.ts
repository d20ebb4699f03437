import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/** Query of `GET /api/live/presence/`. */
export const presenceQuery = z.object({ campaign: id });
export type PresenceQuery = z.infer<typeof presenceQuery>;

/** Online members of the campaign, unordered; without the caller. */
export const presenceAnswer = z.object({
  here: z.array(id).max(CAMPAIGN_LIMITS.playersPerCampaign + 1),
});
export type PresenceAnswer = z.infer<typeof presenceAnswer>;
