import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';

// The anchor `#d-<document id>` links to a document of the same campaign, `#d-…/p-<passage id>` to a passage of it; ids in lower
// case. Links to documents invisible to the viewer become plain text. Links by name count as links to the document to which the
// viewer's response resolves them.

/** Maximum backlinks per response. */
export const MAX_BACKLINKS = 200;

/** A visible passage of a visible document that links to another document. */
export const backlink = z.object({
  document: id,
  /** The linking document's title as the viewer sees it. */
  title: z.string(),
  passage: id,
  /** The passage's text, possibly truncated. */
  text: z.string(),
  /** The linked passage of this document, if the viewer sees it. */
  to: id.optional(),
});
export type Backlink = z.infer<typeof backlink>;

/** Response of `GET /api/documents/{id}/backlinks/`: by document in list order (newest first), then in reading order. */
export const backlinksAnswer = z.object({
  backlinks: z.array(backlink).max(MAX_BACKLINKS),
  /** True if the list is truncated. */
  more: z.boolean(),
});
export type BacklinksAnswer = z.infer<typeof backlinksAnswer>;
