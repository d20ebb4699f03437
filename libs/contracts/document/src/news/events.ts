import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';

/** A member has news and asked for mails about them. The token stops these mails. */
export const newsMailDue = defineEvent('document.news_mail_due', {
  payload: z.object({ person_id: id, campaign_id: id, token: id }),
  subscribers: ['identity'],
});
export type NewsMailDue = z.infer<typeof newsMailDue.payload>;
