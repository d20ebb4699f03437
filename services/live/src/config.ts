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
  /** Says who belongs to a campaign. */
  CAMPAIGN_URL: origins,
  /** Streams that one process holds open; what is beyond is refused. */
  MAX_STREAMS: z.coerce.number().int().min(1).default(20_000),
  /** Milliseconds between two looks for hints that are too old to be sent again. */
  HINT_SWEEP_MS: z.coerce.number().int().min(1000).default(60_000),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** The settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
