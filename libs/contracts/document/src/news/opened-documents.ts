import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { newsKind } from './news';
import { newsMailFrequency } from './news-mail';

/** Query of the internal `GET /internal/opened-documents`. */
export const openedDocumentsQuery = z.object({ person: id });
export type OpenedDocumentsQuery = z.infer<typeof openedDocumentsQuery>;

/** Response: when a person last opened documents, latest first (as a GM: documents with comments of others), when they last read the news of
 * sessions, and their choices of mails and kinds of news. */
export const openedDocumentsAnswer = z.object({
  opened: z.array(z.object({ campaign: id, document: id, at: timestamp })),
  sessions_read: z.array(z.object({ campaign: id, at: timestamp })).default([]),
  news_mails: z.array(z.object({ campaign: id, frequency: newsMailFrequency })).default([]),
  news_kinds: z.array(z.object({ campaign: id, kinds: z.array(newsKind) })).default([]),
});
export type OpenedDocumentsAnswer = z.infer<typeof openedDocumentsAnswer>;
