import {
  baseConfig,
  flag,
  keyringSetting,
  origins,
  readConfig,
  serviceKeyConfig,
  userTokenConfig,
  workerConfig,
} from '@tomekeeper/service-kit';
import { z } from 'zod';

export const DEVICE_POLICIES = ['off', 'opt-in', 'always'] as const;
export const MFA_POLICIES = ['OFF', 'OPTIONAL', 'ON'] as const;
export type MfaPolicy = (typeof MFA_POLICIES)[number];
export const REQUIRABLE_ATTRIBUTES = ['given_name', 'family_name'] as const;
export type RequirableAttribute = (typeof REQUIRABLE_ATTRIBUTES)[number];

const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

const shape = {
  ...baseConfig,
  ...serviceKeyConfig,
  ...userTokenConfig,
  ...workerConfig,
  DATABASE_URL: z.string(),
  /** Asked for what they keep of someone who wants a copy of it. */
  CAMPAIGN_URL: origins,
  DOCUMENT_URL: origins,
  MAILING_URL: origins,
  CONTACT_URL: origins,
  /** Where browsers find the product; passkeys are made for it. */
  PUBLIC_URL: z.url(),
  /** `<region>_<letters and digits>`. It is hashed into every password verifier: never change it. */
  POOL_ID: z.string().regex(/^[\w-]{1,40}_[0-9a-zA-Z]{1,14}$/, {
    error: 'must read <region>_<letters and digits>',
  }),
  /** Accounts and sign-in are in a managed pool of this id, and not here. */
  POOL_MANAGED: flag.default(false),
  /** Seals whatever stands for a password, a code or a signing key; see Keyring. */
  POOL_KEYS: keyringSetting,
  /** Seals mails on their way to the mailing service, which has the same keys. */
  MAIL_SEAL_KEYS: keyringSetting,
  ID_TOKEN_SECONDS: z.coerce.number().int().min(5).max(DAY_SECONDS).default(HOUR_SECONDS),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(5).max(DAY_SECONDS).default(HOUR_SECONDS),
  REFRESH_TOKEN_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(3650 * DAY_SECONDS)
    .default(30 * DAY_SECONDS),
  /** Seconds in which an exchanged refresh token still works, for two tabs that refresh at once. */
  REFRESH_GRACE_SECONDS: z.coerce.number().int().min(0).max(60).default(20),
  /** Second factors: off, up to each user, or required of everyone. */
  MFA: z.enum(MFA_POLICIES).default('OPTIONAL'),
  /** Whether devices are remembered, and need no second factor then. */
  DEVICES: z.enum(DEVICE_POLICIES).default('opt-in'),
  /** Other origins whose pages may call the pool, joined by commas. */
  IDP_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(z.url().refine((url) => new URL(url).origin === url, { error: 'no path' }))),
  /** With all four, signed-in people get credentials for their own prefix of the bucket. */
  IDENTITY_POOL_ID: z
    .string()
    .regex(/^[\w-]+:[0-9a-f-]+$/)
    .optional(),
  IDENTITY_POOL_STS_URL: z.url().optional(),
  IDENTITY_POOL_ROLE_ARN: z.string().optional(),
  IDENTITY_POOL_BUCKET: z.string().optional(),
  /** Days after which a password that an operator gave no longer works. */
  TEMPORARY_PASSWORD_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Beside the e-mail address, joined by commas: `given_name,family_name`. */
  REQUIRED_ATTRIBUTES: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(z.enum(REQUIRABLE_ATTRIBUTES))),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** The settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
