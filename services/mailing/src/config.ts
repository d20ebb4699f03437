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
  /** Base URL of all links in mails. */
  PUBLIC_URL: z.url().transform((url) => new URL(url).origin),
  /** Decrypts mail requests, which other services encrypt with the same keys. */
  MAIL_SEAL_KEYS: keyringSetting,
  SMTP_URL: z.string().regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://' }),
  /** `Tomekeeper <no-reply@example.org>` */
  MAIL_FROM: z.string().regex(/^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    error: 'must read Name <address> or address',
  }),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** Settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
