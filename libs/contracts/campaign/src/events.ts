import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';

/** Published when a campaign is deleted; consumers delete its documents and stored objects. */
export const campaignDeleted = defineEvent('campaign.deleted', {
  payload: z.object({ campaign_id: id }),
  subscribers: ['document', 'search'],
});

/** Published when a user requests a sample campaign; the document service fills it. */
export const sampleCampaignCreated = defineEvent('campaign.sample_created', {
  payload: z.object({ campaign_id: id, owner: id }),
  subscribers: ['document'],
  // The owner waits on the campaign's page.
  maxRetryDelayMs: 5000,
});

/** Published when a member leaves, is removed or deletes their account; returning makes a new membership. */
export const membershipEnded = defineEvent('campaign.membership_ended', {
  payload: z.object({ campaign_id: id, membership_id: id }),
  subscribers: ['document'],
});
export type MembershipEnded = z.infer<typeof membershipEnded.payload>;
