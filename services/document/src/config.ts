import {
  baseConfig,
  flag,
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
  CAMPAIGN_URL: origins,
  /** Where the product's pages are: the bucket is opened to them. */
  PUBLIC_URL: z
    .url()
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Where this service reaches the store. */
  S3_ENDPOINT: z.url(),
  /** Where browsers reach it; presigned URLs begin with it. */
  S3_PUBLIC_ENDPOINT: z.url(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string(),
  /** Left out where the machine itself has a role that the SDK finds. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(true),
  MAX_UPLOAD_MB: z.coerce.number().positive().max(5000).default(200),
  /** Largest upload of an import. */
  MAX_IMPORT_MB: z.coerce.number().positive().max(5000).default(1024),
  /** Folder for uploads of imports while they are read; Node reads it. Needs room for twice the largest upload. */
  TMPDIR: z.string().optional(),
  /** Milliseconds between two looks for objects that are due to be removed. */
  OBJECT_SWEEP_MS: z.coerce.number().int().min(1000).optional(),
};

export type Config = z.infer<z.ZodObject<typeof shape>>;

export const config = (): Config => readConfig(shape);

/** The settings of `migrate`, which only needs the database. */
export const migrationConfig = () => readConfig({ DATABASE_URL: z.string() });
