import { AUDIENCE_LIMITS, documentCategory } from '@tomekeeper/contracts-document';
import { z } from 'zod';
import { audience, passageIndex, sourceId, visibleTitle } from '../fields';

/** A handout with its own id. */
export const handoutRecord = z.object({
  id: sourceId,
  /** The note that it is a part of. */
  source: sourceId,
  title: visibleTitle(AUDIENCE_LIMITS.publicTitleLength),
  category: documentCategory.optional(),
  /** Passages of the source, each with the readers of its copy. */
  passages: z.array(z.object({ passage: passageIndex, audience })).max(20_000),
});
