import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';
import { campaignDocument } from './documents';

/** Query of `GET /api/documents/overview/`. */
export const overviewQuery = z.object({ campaign: id });
export type OverviewQuery = z.infer<typeof overviewQuery>;

/** A document on the overview of its campaign. */
export const overviewDocument = campaignDocument.extend({
  /** For players: a visible passage is for chosen players only. */
  not_for_whole_party: z.literal(true).optional(),
});
export type OverviewDocument = z.infer<typeof overviewDocument>;

/**
 * Response of `GET /api/documents/overview/`: at most `DOCUMENT_LIMITS.overview` documents in each list. Empty for users outside
 * of the campaign.
 */
export const overviewAnswer = z.object({
  /** For GMs: pinned documents by title. */
  pinned: z.array(overviewDocument),
  /** For GMs the latest changes, for players the latest visible documents. */
  newest: z.array(overviewDocument),
  /** For players: the recap that became visible to them last. */
  last_recap: z.object({ id, title: z.string() }).optional(),
});
export type OverviewAnswer = z.infer<typeof overviewAnswer>;
