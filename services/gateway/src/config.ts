import { type DynamicModule, Global, Module } from '@nestjs/common';
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
  LIVE_URL: origins,
  SEARCH_URL: origins,
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Those of them that are usually away: they stand in while others are renewed. */
  SPARE_ORIGINS: origins.default([]),
  /** Milliseconds, about, between two looks at whether a process takes calls. */
  UPSTREAM_CHECK_MS: z.coerce.number().int().min(20).default(1000),
  /** Calls that may wait for one process of a service; what is beyond is refused at once. */
  UPSTREAM_MAX_OUTSTANDING: z.coerce.number().int().min(1).default(128),
  /** Calls that may wait for services, all together. */
  MAX_OUTSTANDING: z.coerce.number().int().min(1).default(512),
  /**
   * Calls of one address that may wait for services: a share of each service's and of all. Six connections each for
   * a table of eight are 48.
   */
  MAX_OUTSTANDING_PER_ADDRESS: z.coerce.number().int().min(1).default(64),
  /** Bodies that are on their way, of one address and of all; each takes no more than 256 KiB of memory. */
  MAX_OPEN_BODIES_PER_ADDRESS: z.coerce.number().int().min(1).default(64),
  MAX_OPEN_BODIES: z.coerce.number().int().min(1).default(512),
  /** Connections of one address and of all. Those of `TRUSTED_PROXIES` have no share. */
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(256),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(8192),
  /** Streams of one address and of all: each holds a connection of its client, so fewer than there may be of those. */
  MAX_STREAMS_PER_ADDRESS: z.coerce.number().int().min(1).default(128),
  MAX_STREAMS: z.coerce.number().int().min(1).default(6000),
  /** The headers of a request must be there in time, and the whole of it. */
  HEADERS_TIMEOUT_MS: z.coerce.number().int().min(100).default(HEADERS_WITHIN_MS),
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(REQUEST_WITHIN_MS),
  /** Where what comes in waits longer than this for its turn, ever more of it is refused. */
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(10).default(500),

  PUBLIC_URL: origin,
  /**
   * Hosts that are answered beside those of `PUBLIC_URL`, `STORAGE_ORIGIN`, `HOST` and localhost's names, by comma
   * and without port; all others get 421. With `HOST=0.0.0.0` this machine's own addresses are answered too. A proxy
   * in front that does not pass `Host` on as it is needs the name that it sends here.
   */
  ALLOWED_HOSTS: list.default([]),
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
  /** The interval at which the bucket is polled. */
  REMOTES_POLL_MS: z.coerce.number().int().min(100).default(2_000),

  /** Addresses or networks of proxies in front of us, `10.0.0.0/8,127.0.0.1`. */
  TRUSTED_PROXIES: list.default([]),
  /**
   * Counts are kept here when several gateways run. Without it each keeps its own counts: N gateways together let N times
   * as much through, and so does one that is started anew. `RATE_LIMIT_*` are then to be divided by their number.
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
};
export type GatewayConfig = z.infer<z.ZodObject<typeof gatewayConfig>>;

export const readGatewayConfig = (environment?: NodeJS.ProcessEnv): GatewayConfig =>
  readConfig(gatewayConfig, environment);

/** Injection token of the {@link GatewayConfig}. */
export const GATEWAY_CONFIG = Symbol('gateway config');

/** Gives every feature the settings. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: GATEWAY_CONFIG, useValue: config }],
      exports: [GATEWAY_CONFIG],
    };
  }
}
