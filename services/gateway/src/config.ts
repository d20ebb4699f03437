import path from 'node:path';
import { baseConfig, flag, origins, readConfig } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { isInBucket } from './registry/mirror/bucket';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const folder = z.string().transform((given) => path.resolve(given));
/** `https://example.org`, without path or trailing slash. */
const origin = z.url().transform((url) => new URL(url).origin);
/** Calls a minute. contract.md section 5 sets floors for the defaults, not for what operators choose. */
const perMinute = (standard: number) => z.coerce.number().int().min(1).default(standard);

/** Every setting of the gateway. */
export const gatewayConfig = {
  ...baseConfig,
  /** Where probes and Prometheus reach this process; without it there is no such listener. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),

  /** Each names one process of a service or, by comma, several. */
  IDENTITY_URL: origins,
  CAMPAIGN_URL: origins,
  DOCUMENT_URL: origins,
  MAILING_URL: origins,
  CONTACT_URL: origins,
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Those of them that are usually away: they stand in while others are renewed. */
  SPARE_ORIGINS: origins.default([]),
  /** Milliseconds, about, between two looks at whether a process takes calls. */
  UPSTREAM_CHECK_MS: z.coerce.number().int().min(20).default(1000),
  /** Calls that may wait for one process of a service; what is beyond is refused at once. */
  UPSTREAM_MAX_OUTSTANDING: z.coerce.number().int().min(1).default(128),
  /** Calls that may wait for services, all together. */
  MAX_OUTSTANDING: z.coerce.number().int().min(1).default(512),
  /** Where what comes in waits longer than this for its turn, ever more of it is refused. */
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(10).default(500),

  PUBLIC_URL: origin,
  ENVIRONMENT: z.enum(['local', 'production']).default('local'),
  /** Origin of presigned URLs, which pages may fetch from. */
  STORAGE_ORIGIN: origin,
  POOL_ID: z.string().min(1),
  POOL_CLIENT_ID: z.string().min(1),
  /** A managed Cognito pool: browsers speak to it directly. */
  POOL_MANAGED: flag.default(false),
  /** What the pool offers beyond passwords, by comma; empty for nothing. By default: all that ours can. */
  POOL_FEATURES: z.string().optional(),
  /** Whether our own pool wants a second factor; the identity service has the same setting. */
  MFA: z.enum(['OFF', 'OPTIONAL', 'ON']).default('OPTIONAL'),
  ROBOT_CHECK: z.enum(['altcha', 'recaptcha', 'none']).default('altcha'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  MAX_UPLOAD_MB: z.coerce.number().positive().default(200),

  SHELL_DIR: folder,
  REMOTES_DIR: folder,
  /** A file, or `s3://<bucket>/<prefix>/live.json`: then `REMOTES_DIR` is this gateway's copy of what lies there. */
  REMOTES_POINTERS: z
    .string()
    .transform((given) => (isInBucket(given) ? given : path.resolve(given))),
  /** A bucket that is not Amazon's. */
  REMOTES_S3_ENDPOINT: z.url().optional(),
  AWS_REGION: z.string().default('us-east-1'),
  /** How often the bucket is asked for news. */
  REMOTES_POLL_MS: z.coerce.number().int().min(100).default(2_000),

  /** Addresses or networks of proxies in front of us, `10.0.0.0/8,127.0.0.1`. */
  TRUSTED_PROXIES: list.default([]),
  /** Counts are kept here when several gateways run. */
  REDIS_URL: z.url().optional(),
  RATE_LIMIT_ADDRESS: perMinute(6000),
  RATE_LIMIT_USER: perMinute(1200),
  RATE_LIMIT_SIGN_IN: perMinute(240),
  RATE_LIMIT_SIGN_UP: perMinute(120),
  RATE_LIMIT_CODE: perMinute(120),
  RATE_LIMIT_SUBSCRIBE: perMinute(60),
  RATE_LIMIT_RESEND: perMinute(60),
  RATE_LIMIT_CONTACT: perMinute(60),
  RATE_LIMIT_REPORTS: perMinute(240),
};
export type GatewayConfig = z.infer<z.ZodObject<typeof gatewayConfig>>;

export const readGatewayConfig = (environment?: NodeJS.ProcessEnv): GatewayConfig =>
  readConfig(gatewayConfig, environment);
