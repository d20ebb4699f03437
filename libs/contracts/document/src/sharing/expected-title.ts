import { z } from 'zod';

// Title conflicts: a GM who publishes a title must have seen it, so that another user's concurrent change is never published
// unnoticed.

/**
 * Title displayed to the GM who shows a document to players. If the title differs by now, 409 with the code
 * `document.renamed_meanwhile` and the current `title`. Omitted in a reveal, the current title is shown without a check.
 */
export const expectedTitle = z
  .string({ error: 'seen_title must be text.' })
  .max(4096, { error: 'seen_title is far too long.' })
  .optional();

/** Audience of a title as displayed to its author: `gm` for a document that was a spoiler. */
export const titleSeenBy = z
  .enum(['gm', 'party'], { error: 'title_seen_by must be gm or party.' })
  .optional();
export type TitleSeenBy = NonNullable<z.infer<typeof titleSeenBy>>;

/** Error codes that ask the GM to confirm a changed title or a wider audience. */
export const TITLE_CODES = {
  renamed: 'document.renamed_meanwhile',
  revealed: 'document.revealed_meanwhile',
} as const;
