import {
  baseConfig,
  origins,
  readConfig,
  serviceKeyConfig,
  userTokenConfig,
  workerConfig,
} from '@tomekeeper/service-kit';
import { z } from 'zod';

export const MODEL_DEFAULTS = {
  LLM_SILENCE_MS: 20_000,
  LLM_ANSWER_MS: 90_000,
  LLM_ASKS_PER_HOUR: 30,
  LLM_TOKENS_PER_CAMPAIGN_DAY: 500_000,
  LLM_TOKENS_PER_DAY: 5_000_000,
} as const;

const count = (name: keyof typeof MODEL_DEFAULTS, least = 1) =>
  z.coerce.number().int().min(least).default(MODEL_DEFAULTS[name]);

const key = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: 'must be letters, digits and signs without spaces' });

/** Without credentials: `fetch` rejects them, and repeats them in its error message. */
const url = z
  .url({ protocol: /^https?$/, error: 'must be a URL' })
  .refine((text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '', {
    error: 'must be a URL without a name and a password',
  });
const modelName = z.string().min(1).max(200);

const shape = {
  ...baseConfig,
  ...serviceKeyConfig,
  ...userTokenConfig,
  ...workerConfig,
  DATABASE_URL: z.string(),
  /** Owner of roles; requested for each call. */
  CAMPAIGN_URL: origins,
  /** Owner of the indexed text and of the revocation watermarks; requested for each call. */
  DOCUMENT_URL: origins,
  /** Base URL of a chat completions API, `/v1` included; with `LLM_MODEL`, or neither. */
  LLM_BASE_URL: url.optional(),
  LLM_MODEL: modelName.optional(),
  LLM_API_KEY: key.optional(),
  /** Base URL of the `search-model` process, `/v1` included, and its key, or neither. */
  SEARCH_MODEL_URL: url.optional(),
  SEARCH_MODEL_KEY: key.optional(),
  /**
   * Base URL of an external embeddings API, `/v1` included, instead of the `search-model` process; with
   * `EMBEDDINGS_MODEL`, or neither. Even a local address counts as external: it receives only campaigns whose GMs
   * allow external models.
   */
  EMBEDDINGS_URL: url.optional(),
  EMBEDDINGS_MODEL: modelName.optional(),
  EMBEDDINGS_KEY: key.optional(),
  /** Timeouts in milliseconds: for silence of the model, and for a whole answer. */
  LLM_SILENCE_MS: count('LLM_SILENCE_MS', 100),
  /** Below the two-minute timeout of the gateway. */
  LLM_ANSWER_MS: count('LLM_ANSWER_MS', 100),
  /** Calls per person; tokens per campaign, and in total. */
  LLM_ASKS_PER_HOUR: count('LLM_ASKS_PER_HOUR'),
  LLM_TOKENS_PER_CAMPAIGN_DAY: count('LLM_TOKENS_PER_CAMPAIGN_DAY'),
  LLM_TOKENS_PER_DAY: count('LLM_TOKENS_PER_DAY'),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

/** Settings that are valid only together. */
const REQUIRED_PAIRS = [
  ['LLM_BASE_URL', 'LLM_MODEL'],
  ['SEARCH_MODEL_URL', 'SEARCH_MODEL_KEY'],
  ['EMBEDDINGS_URL', 'EMBEDDINGS_MODEL'],
] as const;

export function config(environment: NodeJS.ProcessEnv = process.env): Config {
  const needed = REQUIRED_PAIRS.filter((two) => two.some((name) => environment[name])).flat();
  const required = Object.fromEntries(needed.map((name) => [name, shape[name].unwrap()]));
  return readConfig({ ...shape, ...required }, environment);
}

/** Settings of `migrate`. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
