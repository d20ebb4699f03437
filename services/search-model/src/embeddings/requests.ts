import { z } from 'zod';
import type { Config } from '../config';
import { DIMS } from '../model/bert-graph';

/** The only model there is. */
export const MODEL_ID = 'all-MiniLM-L6-v2';

const MAX_INPUTS = 64;
const MAX_CHARACTERS = 4_000;
/** Maximum size of a full request with six-byte JSON escapes, and its syntax. */
export const BODY_LIMIT = MAX_INPUTS * MAX_CHARACTERS * 6 + 16 * 1024;

const text = z
  .string({ error: 'Each input must be text.' })
  .min(1, { error: 'An input must not be empty.' })
  .max(MAX_CHARACTERS, { error: `An input may have at most ${MAX_CHARACTERS} characters.` });

/** Embeddings request of OpenAI, limited to supported options; `user` is ignored. */
export const embeddingsRequest = z.strictObject({
  model: z.literal(MODEL_ID, { error: `The only model here is ${MODEL_ID}.` }),
  input: z.union(
    [
      text.transform((one) => [one]),
      z
        .array(text)
        .min(1, { error: 'There must be an input.' })
        .max(MAX_INPUTS, { error: `There may be at most ${MAX_INPUTS} inputs.` }),
    ],
    {
      error: `The input must be text or a list of up to ${MAX_INPUTS} texts, each of 1 to ${MAX_CHARACTERS} characters.`,
    },
  ),
  encoding_format: z
    .literal('float', { error: 'Vectors are answered as numbers (float) only.' })
    .optional(),
  dimensions: z
    .literal(DIMS, { error: `Vectors of this model have ${DIMS} dimensions.` })
    .optional(),
  user: z.string().max(200).optional(),
});
export type EmbeddingsRequest = z.infer<typeof embeddingsRequest>;

/** OpenAI's answer. */
export interface EmbeddingsAnswer {
  object: 'list';
  /** With the build that answered: vectors of another one are a little different. */
  model: `${typeof MODEL_ID}/${Config['MODEL_PRECISION']}`;
  data: { object: 'embedding'; index: number; embedding: number[] }[];
  /** Tokens after truncation, including the begin and end token of each text. */
  usage: { prompt_tokens: number; total_tokens: number };
}

/** How this process is, for operators; no part of OpenAI's protocol. */
export interface ModelState {
  version: string;
  started_at: string;
  instance: string;
  /** Of all calls. */
  waiting_texts: number;
  /** Why there is no model, in a sentence; null while there is one, or it is being loaded. */
  trouble: string | null;
}

/** Model list of OpenAI, with additional facts. */
export interface ModelsAnswer {
  object: 'list';
  data: { id: string; object: 'model'; owned_by: string; dims: number; max_tokens: number }[];
}
