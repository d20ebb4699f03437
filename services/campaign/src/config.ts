import {
  baseConfig,
  keyringSetting,
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
  /** Encrypts invite links, and mail requests for the mailing service, which has the same keys. */
  MAIL_SEAL_KEYS: keyringSetting,
  /** Base URL of invite and sign-up links. */
  PUBLIC_URL: z.url(),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** Settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
