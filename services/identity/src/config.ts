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
  /** Services that the data export queries. */
  CAMPAIGN_URL: origins,
  DOCUMENT_URL: origins,
  MAILING_URL: origins,
  CONTACT_URL: origins,
  /** Public origin of the product; the relying party of passkeys. */
  PUBLIC_URL: z.url(),
  /** `<region>_<letters and digits>`. Never change this ID, because it is hashed into every password verifier. */
  POOL_ID: z.string().regex(/^[\w-]{1,40}_[0-9a-zA-Z]{1,14}$/, {
    error: 'must read <region>_<letters and digits>',
  }),
  /** Accounts and sign-in are in a managed pool with this id. */
  POOL_MANAGED: flag.default(false),
  /** Encrypts password verifiers, codes and signing keys at rest; see Keyring. */
  POOL_KEYS: keyringSetting,
  /** Encrypts mail requests for the mailing service, which has the same keys. */
  MAIL_SEAL_KEYS: keyringSetting,
  ID_TOKEN_SECONDS: z.coerce.number().int().min(5).max(DAY_SECONDS).default(HOUR_SECONDS),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(5).max(DAY_SECONDS).default(HOUR_SECONDS),
  REFRESH_TOKEN_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(3650 * DAY_SECONDS)
    .default(30 * DAY_SECONDS),
  /** Seconds in which an exchanged refresh token still works, for two tabs that refresh concurrently. */
  REFRESH_GRACE_SECONDS: z.coerce.number().int().min(0).max(60).default(20),
  /** Whether second factors are off, optional or required. */
  MFA: z.enum(MFA_POLICIES).default('OPTIONAL'),
  /** Whether devices are remembered and then skip the second factor. */
  DEVICES: z.enum(DEVICE_POLICIES).default('opt-in'),
  /** Additional CORS origins of the pool, comma-separated. */
  IDP_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(z.url().refine((url) => new URL(url).origin === url, { error: 'no path' }))),
  /** With all four settings, signed-in users get credentials for their own prefix of the bucket. */
  IDENTITY_POOL_ID: z
    .string()
    .regex(/^[\w-]+:[0-9a-f-]+$/)
    .optional(),
  IDENTITY_POOL_STS_URL: z.url().optional(),
  IDENTITY_POOL_ROLE_ARN: z.string().optional(),
  IDENTITY_POOL_BUCKET: z.string().optional(),
  /** Days after which a temporary password expires. */
  TEMPORARY_PASSWORD_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Attributes required in addition to the e-mail address, comma-separated: `given_name,family_name`. */
  REQUIRED_ATTRIBUTES: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(z.enum(REQUIRABLE_ATTRIBUTES))),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** Settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
