import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { writtenBy } from './ask';
import { draftKind } from './drafts';
import { searchMode } from './find';

/** Query of `GET /api/search/state/`. */
export const searchStateQuery = z.object({ campaign: id.toLowerCase() });
export type SearchStateQuery = z.infer<typeof searchStateQuery>;

/**
 * Why meaning is not looked for: this installation has no model for it, the campaign's GMs keep its text from the service that has, the
 * model does not answer, or it has not read all yet. Readers pass over reasons that they do not know.
 */
export const lexicalBecause = z.enum(['no_model', 'kept_back', 'model_down', 'model_behind']);
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
  /** Where this installation looks for meaning; players are told nothing of it while their GMs keep it back. */
  meaning: z
    .object({
      model: writtenBy,
      /** How many of the asker's passages it has read, of how many; absent while it is not ready. */
      read: z.number().int().min(0).optional(),
      passages: z.number().int().min(0).optional(),
      /** To GMs, where that is an outside service: its host, which gets all texts of the campaign and what is looked for in it. */
      sent_to: z.string().optional(),
      /** Beside `sent_to`: whether it may, which is turned on and off with `answers_by_model` of `PATCH /api/campaigns/{id}/`. */
      is_on: z.boolean().optional(),
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
