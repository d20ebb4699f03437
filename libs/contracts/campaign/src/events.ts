import { z } from 'zod';
import { defineEvent, id } from '@tomekeeper/contracts-problem';

/** A campaign is gone: its documents and stored objects go too. */
export const campaignDeleted = defineEvent('campaign.deleted', {
  payload: z.object({ campaign_id: id }),
  subscribers: ['document'],
});
