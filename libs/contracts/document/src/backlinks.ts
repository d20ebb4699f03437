import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';

// A link to a document of the same campaign is `#d-` and its id in lower case, to a passage of it `#d-…/p-` and the passage's
// id. People get those to documents that they see; where one would lead elsewhere, its words stand alone.

/** Most places of one answer that link to a document. */
export const MAX_BACKLINKS = 200;

/** A passage that the asker sees, in a document that they see, which links to another. */
export const backlink = z.object({
  document: id,
  /** What the asker knows that document as. */
  title: z.string(),
  passage: id,
  /** The passage's words, or their beginning. */
  text: z.string(),
  /** The passage of this document that it links to, where it names one that the asker sees. */
  to: id.optional(),
});
export type Backlink = z.infer<typeof backlink>;

/** Answer of `GET /api/documents/{id}/backlinks/`: by document, newest first, as lists have them, then in reading order. */
export const backlinksAnswer = z.object({
  backlinks: z.array(backlink).max(MAX_BACKLINKS),
  /** True where there are more than are listed. */
  more: z.boolean(),
});
export type BacklinksAnswer = z.infer<typeof backlinksAnswer>;
