import { id, timestamp } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { notebooksQuery } from './changes';

export const VISIBLE_SINCE_LIMITS = {
  /** Passages of a time span per response. */
  span: 50,
  /** Passages of a document that became visible together, in a response about a time span. */
  perReveal: 8,
  /** Passages that a query names. */
  passages: 200,
} as const;

const moment = z.iso.datetime({ offset: true });

/**
 * Query of the internal `GET /internal/campaigns/{id}/visible-since`: passages that became visible in a time span, or some passages.
 * @property role `gm` asks about every player
 * @property membership of a player; the party without it
 * @property keep passages of a time span that a limited response contains
 */
export const visibleSinceQuery = notebooksQuery
  .pick({ role: true, membership: true })
  .extend({
    from: moment.optional(),
    /** Excluded; now by default. */
    until: moment.optional(),
    keep: z.enum(['earliest', 'latest']).default('earliest'),
    /** Ids, joined by comma. */
    passages: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(id.toLowerCase()).min(1).max(VISIBLE_SINCE_LIMITS.passages))
      .optional(),
  })
  .refine(({ from, passages }) => (from === undefined) !== (passages === undefined), {
    error: 'Give either a time span or passages.',
  });
export type VisibleSinceQuery = z.infer<typeof visibleSinceQuery>;

/** Response: passages that the viewer sees, and since when without interruption, in order of time. */
export const visibleSinceAnswer = z.object({
  passages: z.array(z.object({ id, at: timestamp })).max(VISIBLE_SINCE_LIMITS.passages),
});
export type VisibleSinceAnswer = z.infer<typeof visibleSinceAnswer>;
