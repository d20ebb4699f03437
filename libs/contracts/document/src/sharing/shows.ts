import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { campaignDocument } from '../documents/documents';
import { passage } from '../text/passages';

/** Answer of `POST /api/documents/{id}/show/`: the deadline for undo. */
export const showAnswer = z.object({ undo_until: timestamp });
export type ShowAnswer = z.infer<typeof showAnswer>;

/** Response of `GET /api/documents/shown/`: the current show for the caller as a player. */
export const shownAnswer = z.object({
  shown: z
    .object({
      id,
      shown_at: timestamp,
      document: campaignDocument,
      /** The shown passages visible to the caller; absent if the whole document is shown. */
      passages: z.array(id).optional(),
      /**
       * Content of a show without keeping. Ids in it, including that of `document`, are valid for this show only. URLs expire
       * after a minute. `DELETE /api/documents/shown/{id}/` closes the show.
       */
      not_kept: z
        .object({
          ends_at: timestamp,
          passages: z.array(passage),
          images: z.array(z.object({ id, url: z.string() })),
          picture: z
            .object({ url: z.string(), width: z.number().int(), height: z.number().int() })
            .optional(),
        })
        .optional(),
    })
    .nullable(),
  /** For GMs: running shows without keeping in their campaigns. */
  showing: z.array(z.object({ campaign: id, document: id, ends_at: timestamp })).optional(),
});
export type ShownAnswer = z.infer<typeof shownAnswer>;
