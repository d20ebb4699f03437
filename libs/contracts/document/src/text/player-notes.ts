import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';
import { authorAudience } from '../documents/author-audience';
import { campaignDocument } from '../documents/documents';

export const PLAYER_NOTE_LIMITS = {
  /** Notes of one member in a campaign, including those in the trash. */
  perMember: 300,
  /** Notes per page of the list. */
  page: 100,
  /** Retention of private notes after the author has left, in days: until then they are in the data export. */
  keptDays: 30,
} as const;

/** Query of `GET /api/documents/notes/`. */
export const playerNotesQuery = z.object({
  campaign: id,
  /** Only notes of the caller. */
  mine: z.literal('true', { error: 'mine can only be true.' }).optional(),
  /** Value of `next` of the page before: the time of its last note in microseconds, and its id. */
  before: z
    .string()
    .regex(/^\d{1,17}\.[0-9a-f-]{36}$/i, { error: 'before must be the value of next.' })
    .transform((text) => {
      const [microseconds = '', note = ''] = text.split('.');
      return { microseconds, id: note };
    })
    .refine((place) => id.safeParse(place.id).success, {
      error: 'before must be the value of next.',
    })
    .optional(),
});
export type PlayerNotesQuery = z.infer<typeof playerNotesQuery>;

/** Response of `GET /api/documents/notes/`: notes of players that the caller may see, newest first. */
export const playerNotesAnswer = z.object({
  notes: z.array(campaignDocument).max(PLAYER_NOTE_LIMITS.page),
  /** Value of `before` for the next page; absent on the last page. */
  next: z.string().optional(),
});
export type PlayerNotesAnswer = z.infer<typeof playerNotesAnswer>;

/** Body of `PUT /api/documents/notes/{id}/audience/`, for the author; the response is the note. */
export const playerNoteAudienceRequest = z.object({ author_audience: authorAudience });
export type PlayerNoteAudienceRequest = z.infer<typeof playerNoteAudienceRequest>;
