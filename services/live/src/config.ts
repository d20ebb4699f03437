import {
  baseConfig,
  origins,
  readConfig,
  serviceKeyConfig,
  userTokenConfig,
  workerConfig,
} from '@tomekeeper/service-kit';
import { z } from 'zod';

const shape = {
  ...baseConfig,
  ...serviceKeyConfig,
  ...userTokenConfig,
  ...workerConfig,
  DATABASE_URL: z.string(),
  /** Campaign service, for membership look-ups. */
  CAMPAIGN_URL: origins,
  /** Maximum open streams of one process; further requests are rejected. */
  MAX_STREAMS: z.coerce.number().int().min(1).default(20_000),
  /** Interval between deletions of expired invalidation events, in milliseconds. */
  HINT_SWEEP_MS: z.coerce.number().int().min(1000).default(60_000),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** Settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
