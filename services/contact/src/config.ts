import { emailAddress } from '@tomekeeper/contracts-values';
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
  // People call it as operators only.
  ...userTokenConfig,
  ...workerConfig,
  DATABASE_URL: z.string(),
  /** Seals messages on their way to the mailing service, and signs robot checks. */
  MAIL_SEAL_KEYS: keyringSetting,
  /** Who reads what visitors write. */
  CONTACT_INBOX: emailAddress,
  ROBOT_CHECK: z.enum(['altcha', 'recaptcha', 'none']).default('altcha'),
  /** Needed with ROBOT_CHECK=recaptcha. */
  RECAPTCHA_SECRET_KEY: z.string().optional(),
  RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** The settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
