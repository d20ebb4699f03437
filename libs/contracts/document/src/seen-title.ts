import { z } from 'zod';

// Titles as those were shown them who make them others' to read: what somebody else has changed meanwhile is not shown unasked.

/**
 * The title that a GM was shown who shows a document to players. Where it is called otherwise by now, 409 with the code
 * `document.renamed_meanwhile`, whose `title` holds the one of now. Left out of a reveal, it is shown whatever it is called.
 */
export const seenTitle = z
  .string({ error: 'seen_title must be text.' })
  .max(4096, { error: 'seen_title is far too long.' })
  .optional();

/** Who reads a title, as its writer was shown it: `gm` of what was a spoiler then. */
export const titleSeenBy = z
  .enum(['gm', 'party'], { error: 'title_seen_by must be gm or party.' })
  .optional();
export type TitleSeenBy = NonNullable<z.infer<typeof titleSeenBy>>;

/** Codes of what is asked before a title is shown that somebody has not seen, or to more people than they were told. */
export const TITLE_CODES = {
  renamed: 'document.renamed_meanwhile',
  revealed: 'document.revealed_meanwhile',
} as const;
