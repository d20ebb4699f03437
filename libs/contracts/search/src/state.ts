import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { writtenBy } from './ask';
import { draftKind } from './drafts';
import { searchMode } from './search';

/** Query of `GET /api/search/state/`. */
export const searchStateQuery = z.object({ campaign: id.toLowerCase() });
export type SearchStateQuery = z.infer<typeof searchStateQuery>;

/**
 * Why semantic search is off or incomplete: no model is configured, the GMs don't allow the external model, the model
 * is unavailable, or embeddings are missing. Clients ignore unknown reasons.
 */
export const lexicalBecause = z.enum(['no_model', 'kept_back', 'model_down', 'model_behind']);
export type LexicalBecause = z.infer<typeof lexicalBecause>;

/**
 * Response of `GET /api/search/state/`: size of the visible text, and search mode. While `is_ready` is false,
 * requests get 503 `search.not_ready`, because the index is being built or lags behind a revocation.
 */
export const searchState = z.object({
  is_ready: z.boolean(),
  /** Number of visible documents; absent while not ready. */
  documents: z.number().int().min(0).optional(),
  passages: z.number().int().min(0).optional(),
  mode: searchMode,
  lexical_because: lexicalBecause.optional(),
  /** Semantic search, if configured. Hidden from players while the GMs don't allow it. */
  meaning: z
    .object({
      model: writtenBy,
      /** Number of visible passages with embeddings and in total; absent while not ready. */
      read: z.number().int().min(0).optional(),
      passages: z.number().int().min(0).optional(),
      /** For GMs: host of an external service, which receives all text of the campaign and all queries. */
      sent_to: z.string().optional(),
      /** With `sent_to`: whether the GMs allow it, set with `answers_by_model` of `PATCH /api/campaigns/{id}/`. */
      is_on: z.boolean().optional(),
    })
    .optional(),
  /** The writer of answers. */
  answers: z.object({
    written_by: writtenBy,
    /** For GMs: host of the service that receives questions and passages. */
    sent_to: z.string().optional(),
    /**
     * For GMs, if a language model is configured: its name and host, and whether they allow it, set with
     * `answers_by_model` of `PATCH /api/campaigns/{id}/`.
     */
    model: z.object({ model: writtenBy, host: z.string(), is_on: z.boolean() }).optional(),
    /** Kinds of drafts that the viewer may request; absent without a model. */
    drafts: z.array(draftKind).optional(),
  }),
});
export type SearchState = z.infer<typeof searchState>;
