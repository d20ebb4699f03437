import { z } from 'zod';
import { defineEvent, id } from '@tomekeeper/contracts-problem';

/** A campaign was deleted; consumers delete its documents and stored objects. */
export const campaignDeleted = defineEvent('campaign.deleted', {
  payload: z.object({ campaign_id: id }),
  subscribers: ['document'],
});
