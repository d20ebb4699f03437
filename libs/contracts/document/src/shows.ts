import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { campaignDocument } from './documents';
import { passage } from './passages';

/** Answer of `POST /api/documents/{id}/show/`: until when it can be taken back. */
export const showAnswer = z.object({ undo_until: timestamp });
export type ShowAnswer = z.infer<typeof showAnswer>;

/** Answer of `GET /api/documents/shown/`: what the asker is shown now, as a player. */
export const shownAnswer = z.object({
  shown: z
    .object({
      id,
      shown_at: timestamp,
      document: campaignDocument,
      /** Where passages of it are shown and not all of it: those that the asker sees. */
      passages: z.array(id).optional(),
      /**
       * Of what is shown without keeping, all there is: `document` is a name for it alone, and no id here is one of another call. The
       * addresses are good for a minute. `DELETE /api/documents/shown/{id}/` closes it.
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
  /** To GMs: what players of their campaigns are shown now without keeping it. */
  showing: z.array(z.object({ campaign: id, document: id, ends_at: timestamp })).optional(),
});
export type ShownAnswer = z.infer<typeof shownAnswer>;
