import { createCommentRequest } from '@tomekeeper/contracts-document';
import { z } from 'zod';
import { audience, passageIndex, personName, sourceId, time } from '../fields';

/** A comment on a passage of an exported document. */
export const commentRecord = z.object({
  id: sourceId,
  document: sourceId,
  passage: passageIndex,
  /** Absent for former members. */
  author: personName.optional(),
  by_gm: z.boolean(),
  /** Players who saw the passage when the comment was written. Absent in exports of players; `gm` then. */
  audience: audience.optional(),
  text: createCommentRequest.shape.text,
  created_at: time,
  edited_at: time.optional(),
});
