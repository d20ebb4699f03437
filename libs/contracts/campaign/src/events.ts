import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';

/** Published when a campaign is deleted; consumers delete its documents and stored objects. */
export const campaignDeleted = defineEvent('campaign.deleted', {
  payload: z.object({ campaign_id: id }),
  subscribers: ['document', 'search'],
});
