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
  /** Seals links of invites, and mails on their way to the mailing service, which has the same keys. */
  MAIL_SEAL_KEYS: keyringSetting,
  /** Begins the links that are handed out: of invites, and to sign up. */
  PUBLIC_URL: z.url(),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** The settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
