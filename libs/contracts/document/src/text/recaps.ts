import { z } from 'zod';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { noteTitle } from './notes';

export const RECAP_LIMITS = {
  /** Maximum sentences of a new recap. */
  sentences: 60,
  /** Maximum characters of a sentence; a longer one is cut. */
  sentenceLength: 300,
  /** Maximum sentences from passages of a document that became visible together, so that one document does not fill the recap. */
  perReveal: 8,
  /** Maximum items of a checklist, and characters of one. */
  checklistItems: 100,
  checklistText: 300,
  /** Maximum notes for GMs that a recap lists. */
  notes: 20,
} as const;

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time.` });

const checklistLine = z.object({
  text: requiredText('text', RECAP_LIMITS.checklistText),
  done: z.boolean({ error: 'done must be true or false.' }),
});
export type ChecklistLine = z.infer<typeof checklistLine>;

/** Heading of a recap's last part, with the checklist and notes, which is GM only and not about events. */
export const RECAP_GM_HEADING = 'For game masters';

/**
 * Body of `POST /api/documents/recaps/`, for GMs; the response is the document. Creates a GM-only note with one passage per sentence,
 * from passages that became visible to players in the time span and are visible to the same players now. Sentences from passages that
 * the whole party sees become public when the note is revealed; all others are GM only. A last part for GMs has the checklist and the
 * GMs' notes that were written in the time span.
 */
export const createRecapRequest = z
  .object({
    campaign: id,
    title: noteTitle,
    from: moment('from'),
    /** Excluded from the time span; now by default. */
    until: moment('until').optional(),
    /** Checklist of the session. */
    checklist: z
      .array(checklistLine, { error: 'checklist must be a list of items.' })
      .max(RECAP_LIMITS.checklistItems, {
        error: `checklist has at most ${RECAP_LIMITS.checklistItems} items.`,
      })
      .optional(),
    /** Random idempotency key: a repeated request of the same user returns the existing recap. */
    idempotency_key: id.toLowerCase().optional(),
  })
  .refine(({ from, until }) => until === undefined || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: 'until must be later than from.',
  });
export type CreateRecapRequest = z.infer<typeof createRecapRequest>;

/** Query of `GET /api/documents/recaps/`. */
export const recapOfSessionQuery = z.object({
  campaign: id,
  /** Start of the session: `from` of the request that created the recap. */
  from: moment('from'),
});
export type RecapOfSessionQuery = z.infer<typeof recapOfSessionQuery>;

/**
 * Response of `GET /api/documents/recaps/`: the recap of the session, or its handout, that became visible to the caller last. Null
 * if the caller sees no recap of the session.
 */
export const recapOfSessionAnswer = z.object({
  recap: z.object({ id, title: z.string() }).nullable(),
});
export type RecapOfSessionAnswer = z.infer<typeof recapOfSessionAnswer>;

export const recapSource = z.object({
  /** The sentence in the recap. */
  passage: id,
  /** Document and passage of its source; null if the source was deleted, or GMs cannot see it. */
  document: id.nullable(),
  source: id.nullable(),
  /** Whether the whole party sees the source. */
  is_public: z.boolean(),
});
export type RecapSource = z.infer<typeof recapSource>;

/** Response of `GET /api/documents/recaps/{id}/sources/`, for GMs: in reading order; empty for other documents. */
export const recapSourcesAnswer = z.object({ sources: z.array(recapSource) });
export type RecapSourcesAnswer = z.infer<typeof recapSourcesAnswer>;
