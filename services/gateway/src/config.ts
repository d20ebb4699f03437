import { HEADERS_WITHIN_MS, REQUEST_WITHIN_MS } from '@tomekeeper/http-guard';
import { baseConfig, flag, origins, readConfig } from '@tomekeeper/service-kit';
import path from 'node:path';
import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const folder = z.string().transform((given) => path.resolve(given));
/** `https://example.org`, without path or trailing slash. */
const origin = z.url().transform((url) => new URL(url).origin);
/** A pointer file in a bucket, `s3://<bucket>/<prefix>/live.json`. */
export const S3_URL = /^s3:\/\/(?<bucket>[^/]+)\/(?<key>.+)$/;
export const isInBucket = (pointers: string): boolean => S3_URL.test(pointers);
/** Calls per minute. contract.md section 5 sets floors for the defaults only. */
const perMinute = (standard: number) => z.coerce.number().int().min(1).default(standard);

export const gatewayConfig = {
  ...baseConfig,
  /** Port of the internal listener for probes and Prometheus; none by default. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),

  /** Comma-separated origins, one per replica. */
  IDENTITY_URL: origins,
  CAMPAIGN_URL: origins,
  DOCUMENT_URL: origins,
  MAILING_URL: origins,
  CONTACT_URL: origins,
  LIVE_URL: origins,
  SEARCH_URL: origins,
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Origins of spare replicas, which run only while others restart. */
  SPARE_ORIGINS: origins.default([]),
  UPSTREAM_CHECK_MS: z.coerce.number().int().min(20).default(1000),
  /** Pending calls per replica; further calls get 503 at once. */
  UPSTREAM_MAX_OUTSTANDING: z.coerce.number().int().min(1).default(128),
  MAX_OUTSTANDING: z.coerce.number().int().min(1).default(512),
  /**
   * Pending calls per address. A table of eight with six connections each needs 48.
   */
  MAX_OUTSTANDING_PER_ADDRESS: z.coerce.number().int().min(1).default(64),
  /** Request bodies in transit, per address and in total; each takes up to 256 KiB of memory. */
  MAX_OPEN_BODIES_PER_ADDRESS: z.coerce.number().int().min(1).default(64),
  MAX_OPEN_BODIES: z.coerce.number().int().min(1).default(512),
  /** Client connections, per address and in total. `TRUSTED_PROXIES` have no limit per address. */
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(256),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(8192),
  /** Open streams, per address and in total; below the connection limits, because each holds a connection. */
  MAX_STREAMS_PER_ADDRESS: z.coerce.number().int().min(1).default(128),
  MAX_STREAMS: z.coerce.number().int().min(1).default(6000),
  HEADERS_TIMEOUT_MS: z.coerce.number().int().min(100).default(HEADERS_WITHIN_MS),
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(REQUEST_WITHIN_MS),
  /** Above this event loop delay the gateway sheds a growing share of calls. */
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(10).default(500),

  PUBLIC_URL: origin,
  /**
   * Comma-separated hosts without port, in addition to those of `PUBLIC_URL`, `STORAGE_ORIGIN`, `HOST`, localhost and,
   * with `HOST=0.0.0.0`, this machine's addresses; others get 421. A proxy that rewrites `Host` needs its name here.
   */
  ALLOWED_HOSTS: list.default([]),
  ENVIRONMENT: z.enum(['local', 'production']).default('local'),
  /** Origin of presigned URLs, which pages may fetch from. */
  STORAGE_ORIGIN: origin,
  POOL_ID: z.string().min(1),
  POOL_CLIENT_ID: z.string().min(1),
  /** A managed Cognito pool: browsers speak to it directly. */
  POOL_MANAGED: flag.default(false),
  /** Comma-separated features of the pool beyond passwords. Defaults to the features of the built-in pool. */
  POOL_FEATURES: list.optional(),
  /** Second factor in the built-in pool; the identity service has the same setting. */
  MFA: z.enum(['OFF', 'OPTIONAL', 'ON']).default('OPTIONAL'),
  ROBOT_CHECK: z.enum(['altcha', 'recaptcha', 'none']).default('altcha'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  MAX_UPLOAD_MB: z.coerce.number().positive().default(200),

  SHELL_DIR: folder,
  REMOTES_DIR: folder,
  /** A file, or `s3://<bucket>/<prefix>/live.json`, which the gateway mirrors to `REMOTES_DIR`. */
  REMOTES_POINTERS: z
    .string()
    .transform((given) => (isInBucket(given) ? given : path.resolve(given))),
  /** Endpoint of an object store other than Amazon S3. */
  REMOTES_S3_ENDPOINT: z.url().optional(),
  AWS_REGION: z.string().default('us-east-1'),
  REMOTES_POLL_MS: z.coerce.number().int().min(100).default(2_000),

  /** Addresses or networks of reverse proxies, `10.0.0.0/8,127.0.0.1`. */
  TRUSTED_PROXIES: list.default([]),
  /**
   * Shared store of rate limits for several gateways. Without it each process counts alone and starts at zero: divide
   * `RATE_LIMIT_*` by the number of gateways.
   */
  REDIS_URL: z.url().optional(),
  RATE_LIMIT_ADDRESS: perMinute(6000),
  RATE_LIMIT_USER: perMinute(1200),
  RATE_LIMIT_SIGN_IN: perMinute(240),
  RATE_LIMIT_SIGN_UP: perMinute(120),
  RATE_LIMIT_CODE: perMinute(120),
  RATE_LIMIT_SUBSCRIBE: perMinute(60),
  RATE_LIMIT_RESEND: perMinute(60),
  RATE_LIMIT_CONTACT: perMinute(60),
  RATE_LIMIT_INVITE: perMinute(120),
  RATE_LIMIT_REPORTS: perMinute(240),
  RATE_LIMIT_CHARACTER: perMinute(60),
};
export type GatewayConfig = z.infer<z.ZodObject<typeof gatewayConfig>>;
export type RateLimit = Extract<keyof GatewayConfig, `RATE_LIMIT_${string}`>;

export const readGatewayConfig = (environment?: NodeJS.ProcessEnv): GatewayConfig =>
  readConfig(gatewayConfig, environment);

export const GATEWAY_CONFIG = Symbol('gateway config');
