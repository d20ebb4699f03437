import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { writtenBy } from './ask';
import { draftKind } from './drafts';
import { searchMode } from './find';

/** Query of `GET /api/search/state/`. */
export const searchStateQuery = z.object({ campaign: id.toLowerCase() });
export type SearchStateQuery = z.infer<typeof searchStateQuery>;

/** Why meaning is not looked for: this installation has no model for it, the model does not answer, or it has not read all yet. */
export const lexicalBecause = z.enum(['no_model', 'model_down', 'model_behind']);
export type LexicalBecause = z.infer<typeof lexicalBecause>;

/**
 * Answer of `GET /api/search/state/`: what the asker can find in a campaign, and how. While `is_ready` is false questions are
 * answered with 503 `search.not_ready`: the copy of texts is being made, or catches up with something that was taken away.
 */
export const searchState = z.object({
  is_ready: z.boolean(),
  /** Of what the asker sees; absent while it is not ready. */
  documents: z.number().int().min(0).optional(),
  passages: z.number().int().min(0).optional(),
  mode: searchMode,
  lexical_because: lexicalBecause.optional(),
  /** Where this installation looks for meaning: what reads for it, and how many of the asker's passages it has read, of how many. */
  meaning: z
    .object({
      model: writtenBy,
      read: z.number().int().min(0),
      passages: z.number().int().min(0),
    })
    .optional(),
  /** Who writes answers. */
  answers: z.object({
    written_by: writtenBy,
    /** To GMs: the service that gets what is asked and the passages for it, by its host. */
    sent_to: z.string().optional(),
    /**
     * To GMs, where this installation has a language model: whether it may read this campaign. It is turned on and off by `answers_by_model`
     * of `PATCH /api/campaigns/{id}/`; `model` and `host` say what would write, and which service would get questions and passages.
     */
    model: z.object({ model: writtenBy, host: z.string(), is_on: z.boolean() }).optional(),
    /** What can be drafted for the asker; absent where no model writes. */
    drafts: z.array(draftKind).optional(),
  }),
});
export type SearchState = z.infer<typeof searchState>;
