import {
  baseConfig,
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
  /** Begins the sign-up link that is handed out for an unknown e-mail address. */
  PUBLIC_URL: z.url(),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** The settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
