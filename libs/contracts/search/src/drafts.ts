import { z } from 'zod';
import { answerPart, writtenBy } from './ask';
import { problemEvent, type EventOf } from './events';
import { idNamed, SEARCH_LIMITS, searchHit } from './search';

/** A summary of a document, or three story hooks. */
export const draftKind = z.enum(['summary', 'hooks'], { error: 'kind must be summary or hooks.' });
export type DraftKind = z.infer<typeof draftKind>;

/**
 * Body of `POST /api/search/drafts/`. Summaries of a visible document are for everyone; hooks are for GMs, from one
 * document or from the newest ones. Drafts are not stored.
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

/** A summary or one story hook: sentences with citations. */
export const draft = z.object({ parts: z.array(answerPart) });
export type Draft = z.infer<typeof draft>;

/** Response of `POST /api/search/drafts/`. */
export const draftsAnswer = z.object({
  kind: draftKind,
  /** Empty if the model returned no content. */
  drafts: z.array(draft).max(SEARCH_LIMITS.hooks),
  /** The cited passages. */
  passages: z.array(searchHit).max(SEARCH_LIMITS.passagesOfDrafts),
  written_by: writtenBy,
  /** Number of passages that the model received, and the total: long documents are shortened. */
  read: z.object({ passages: z.number().int().min(0), of: z.number().int().min(0) }),
});
export type DraftsAnswer = z.infer<typeof draftsAnswer>;

/**
 * Events of a response to `Accept: text/event-stream`: each part with the number of its draft, then all drafts, which
 * replace all parts. `problem` ends the stream.
 */
export const DRAFTS_EVENTS = {
  part: answerPart.extend({ draft: z.number().int().min(0) }),
  drafts: draftsAnswer,
  problem: problemEvent,
} as const;
export type DraftsEvent = EventOf<typeof DRAFTS_EVENTS>;
