import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { hintKind } from './hints';

/** Owner and players of a campaign, with room for future roles. */
const MAX_NAMED = 2 * CAMPAIGN_LIMITS.playersPerCampaign;

/** Maximum memberships per invalidation event; ended ones may be included. */
export const MAX_MEMBERSHIPS = 1000;

/**
 * Recipients of an invalidation event. `gm` (GMs) and `party` (GMs and players) are resolved on delivery. People are named
 * individually if they are no longer members or the campaign no longer exists; memberships if only some players see a difference.
 */
export const hintAudience = z.union([
  z.enum(['gm', 'party']),
  z.object({ people: z.array(id).max(MAX_NAMED) }),
  // GMs, and only the players with (or all but) these memberships.
  z.object({ memberships: z.array(id).max(MAX_MEMBERSHIPS) }),
  z.object({ all_but: z.array(id).max(MAX_MEMBERSHIPS) }),
]);
export type HintAudience = z.infer<typeof hintAudience>;

/**
 * Invalidation event: asks open clients to refetch. The owning service publishes it in the transaction of the change. GM-only if
 * players may know of the changed object neither before nor after the change.
 */
export const hintGiven = defineEvent('live.hint_given', {
  payload: z.object({
    kind: hintKind,
    campaign: id,
    id,
    to: hintAudience,
    /** The change feed with the change, if it is not the campaign's, for notes of players. */
    feed: id.optional(),
    /** A show of the document started or ended in the same change: recipients receive a `show` event too. */
    show_changed: z.literal(true).optional(),
    /** Author of the change with their client's change id. Other users do not receive that id. */
    made_by: z.object({ person: id, change: id }).optional(),
  }),
  // The search service uses it as a trigger to read the change feed.
  subscribers: ['live', 'search'],
  maxRetryDelayMs: 60_000,
});
export type GivenHint = z.infer<typeof hintGiven.payload>;
