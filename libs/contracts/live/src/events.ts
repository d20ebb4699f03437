import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { hintKind } from './hints';

/** Owner and players of a campaign, with room for roles to come. */
const MAX_NAMED = 2 * CAMPAIGN_LIMITS.playersPerCampaign;

/** Memberships of one hint; those that have ended may be among them. */
export const MAX_MEMBERSHIPS = 1000;

/**
 * Whom a hint is for. `gm` and `party` are looked up in the campaign when it is delivered: its GMs, or its GMs and
 * players. People are named one by one where the campaign can no longer tell, or they no longer belong to it; memberships where
 * some of the players alone see a difference.
 */
export const hintAudience = z.union([
  z.enum(['gm', 'party']),
  z.object({ people: z.array(id).max(MAX_NAMED) }),
  // Its GMs, and of its players those of these memberships, or all but those.
  z.object({ memberships: z.array(id).max(MAX_MEMBERSHIPS) }),
  z.object({ all_but: z.array(id).max(MAX_MEMBERSHIPS) }),
]);
export type HintAudience = z.infer<typeof hintAudience>;

/**
 * "Something changed; tell those who are looking." Sent by the service that owns the fact, in the transaction of the
 * change. To GMs alone where a player may not know of what changed, neither before nor after.
 */
export const hintGiven = defineEvent('live.hint_given', {
  payload: z.object({
    kind: hintKind,
    campaign: id,
    id,
    to: hintAudience,
    /** The author of the change and the id that their client gave it. Other people do not receive that id. */
    made_by: z.object({ person: id, change: id }).optional(),
  }),
  // For the service that keeps a copy of texts it says that there may be something to read.
  subscribers: ['live', 'search'],
  maxRetryDelayMs: 60_000,
});
export type GivenHint = z.infer<typeof hintGiven.payload>;
