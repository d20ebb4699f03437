import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';

/** When a member gets mails about news of a campaign: at most one in ten minutes, or one a day. */
export const newsMailFrequency = z.enum(['off', 'at_once', 'daily']);
export type NewsMailFrequency = z.infer<typeof newsMailFrequency>;

/** Response of `GET` and `PUT /api/documents/news/mail/`. */
export const newsMailAnswer = z.object({ frequency: newsMailFrequency });
export type NewsMailAnswer = z.infer<typeof newsMailAnswer>;

/** Body of `PUT /api/documents/news/mail/`. */
export const newsMailRequest = z.object({ campaign: id, frequency: newsMailFrequency });
export type NewsMailRequest = z.infer<typeof newsMailRequest>;

/** Query of the public `POST /api/documents/news/mail/stop/`. A missing or malformed token gets the response of an unknown one. */
export const stopNewsMailQuery = z.object({ token: id.optional().catch(undefined) });
export type StopNewsMailQuery = z.infer<typeof stopNewsMailQuery>;
