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
  // Operators are the only signed-in callers.
  ...userTokenConfig,
  ...workerConfig,
  DATABASE_URL: z.string(),
  /** Encrypts mail requests for the mailing service, and signs robot checks. */
  MAIL_SEAL_KEYS: keyringSetting,
  /** Recipient of contact messages. */
  CONTACT_INBOX: emailAddress,
  ROBOT_CHECK: z.enum(['altcha', 'recaptcha', 'none']).default('altcha'),
  /** Needed with ROBOT_CHECK=recaptcha. */
  RECAPTCHA_SECRET_KEY: z.string().optional(),
  RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** Settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
