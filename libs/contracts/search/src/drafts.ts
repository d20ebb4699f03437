import { z } from 'zod';
import { answerPart, writtenBy } from './ask';
import { problemEvent, type EventOf } from './events';
import { idNamed, SEARCH_LIMITS, searchHit } from './find';

/** What a language model drafts: what a document says in short, or three ways in which the story could go on. */
export const draftKind = z.enum(['summary', 'hooks'], { error: 'kind must be summary or hooks.' });
export type DraftKind = z.infer<typeof draftKind>;

/**
 * Body of `POST /api/search/drafts/`: everybody has what they see of a document summed up; hooks are for GMs, of one document or of what
 * the campaign has newest. Nothing of it is kept: whoever accepts a draft writes it into a note.
 */
export const draftsRequest = z
  .object({
    campaign: idNamed('campaign'),
    kind: draftKind,
    document: idNamed('document').optional(),
  })
  .refine(({ kind, document }) => kind !== 'summary' || document !== undefined, {
    path: ['document'],
    error: 'Name the document to sum up.',
  });
export type DraftsRequest = z.infer<typeof draftsRequest>;

/** A summary, or one of the hooks: sentences, each with where it stands. */
export const draft = z.object({ parts: z.array(answerPart) });
export type Draft = z.infer<typeof draft>;

/** Answer of `POST /api/search/drafts/`. */
export const draftsAnswer = z.object({
  kind: draftKind,
  /** Empty where the model found nothing to say. */
  drafts: z.array(draft).max(SEARCH_LIMITS.hooks),
  /** Those that are cited. */
  passages: z.array(searchHit).max(SEARCH_LIMITS.passagesOfDrafts),
  written_by: writtenBy,
  /** There was more text than the model is given: so many passages of so many were read. */
  read: z.object({ passages: z.number().int().min(0), of: z.number().int().min(0) }),
});
export type DraftsAnswer = z.infer<typeof draftsAnswer>;

/**
 * What comes with `Accept: text/event-stream`, by the event's name: each part as it is written, with the number of its draft, and at the end
 * all of them, which take the place of all parts. `problem` breaks off.
 */
export const DRAFTS_EVENTS = {
  part: answerPart.extend({ draft: z.number().int().min(0) }),
  drafts: draftsAnswer,
  problem: problemEvent,
} as const;
export type DraftsEvent = EventOf<typeof DRAFTS_EVENTS>;
