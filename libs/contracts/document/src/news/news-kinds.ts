import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';
import { newsKind } from './news';

/** The kinds of news that a member gets of a campaign, and mails about; all of them at first. */
const kinds = z
  .array(newsKind, { error: 'kinds must be a list of document, recap, session, note and comment.' })
  .max(newsKind.options.length, { error: 'kinds names each kind once at most.' });

/** Response of `GET` and `PUT /api/documents/news/kinds/`. */
export const newsKindsAnswer = z.object({ kinds });
export type NewsKindsAnswer = z.infer<typeof newsKindsAnswer>;

/** Body of `PUT /api/documents/news/kinds/`; kinds that are absent are turned off. */
export const newsKindsRequest = z.object({ campaign: id, kinds });
export type NewsKindsRequest = z.infer<typeof newsKindsRequest>;
