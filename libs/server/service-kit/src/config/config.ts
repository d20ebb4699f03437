import { type DynamicModule, Module, type ValueProvider } from '@nestjs/common';
import fs from 'node:fs';
import { z } from 'zod';
import { Keyring } from '../sealing/keyring';
import { tracingConfig } from '../tracing/request-spans';

const SUFFIX = '_FILE';

/** Settings from the environment, with read errors. */
export type GivenSettings = {
  readonly given: NodeJS.ProcessEnv;
  readonly problems: readonly string[];
};

/**
 * Adds settings given as files: `DATABASE_URL_FILE=/run/secrets/url` sets `DATABASE_URL` to the file's content. Secrets in
 * environment variables would appear in `docker inspect`, crash reports and every child process.
 */
export function withFiles(names: readonly string[], environment: NodeJS.ProcessEnv): GivenSettings {
  // An empty variable counts as unset, because compose files and shells cannot unset one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  for (const name of names) {
    const file = given[name + SUFFIX];
    if (given[name] !== undefined || file === undefined) continue;
    try {
      const content = fs.readFileSync(file, 'utf8').trim();
      if (content === '') problems.push(`${name + SUFFIX}: ${file} is empty`);
      else given[name] = content;
    } catch (error) {
      problems.push(`${name + SUFFIX}: ${String(error)}`);
    }
  }
  return { given, problems };
}

const port = z.coerce.number().int().min(0).max(65535);
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

/** Parses true/false settings and rejects other values. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

const urlsByComma = (url: z.ZodType<string, string>) =>
  z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .pipe(z.array(url).min(1));
const url = z.url({ protocol: /^https?$/, error: 'must be URLs joined by commas' });

/** Alternative URLs, comma-separated. */
const urls = urlsByComma(url);

/** Origins of a service's replicas, comma-separated. */
export const origins = urlsByComma(url.transform((given) => new URL(given).origin));

/** A keyring in the format of {@link Keyring.parse}. */
export const keyringSetting = z.string().transform((text, context) => {
  try {
    return Keyring.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

/** Settings of all services. */
export const baseConfig = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Milliseconds in which a process still serves after SIGTERM, until load balancers stop sending requests; 0 disables it. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  ...tracingConfig,
};

/** Settings of services that call other services or are called by them. */
export const serviceKeyConfig = {
  /** Ed25519 private JWK of this service. */
  SERVICE_PRIVATE_KEY: json.pipe(z.looseObject({ kid: z.string() })),
  /** JWK set with the public keys of all services. */
  SERVICE_PUBLIC_KEYS: json.pipe(z.looseObject({ keys: z.array(z.looseObject({})) })),
};

/** Settings of services that accept the product's ID tokens. */
export const userTokenConfig = {
  TOKEN_ISSUER: z.string(),
  POOL_CLIENT_ID: z.string(),
  JWKS_URL: urls,
  IDENTITY_URL: origins,
  /** Poll interval of the revocation list in milliseconds; with the request's duration, the list is at most two seconds old. */
  REVOCATION_POLL_MS: z.coerce.number().int().min(50).max(1500).default(1000),
};

/** Settings of services with queues, whose worker runs in the API process or separately. */
export const workerConfig = {
  QUEUE_URL: z.string().regex(/^(postgres(ql)?|rediss?):\/\//, {
    error: 'must begin with postgres:// or redis://',
  }),
  /** Whether the API process runs the workers too, which saves memory on one machine. */
  HOST_WORKER: flag.default(false),
  /** Milliseconds without a worker's heartbeat after which another worker takes over its job. */
  QUEUE_LOCK_MS: z.coerce.number().int().min(1000).optional(),
};

/** The part of the configuration that {@link startService} needs. */
export type BaseConfig = z.infer<z.ZodObject<typeof baseConfig>>;

/**
 * Reads the environment once; `<NAME>_FILE` sets a value from a file. Reports all errors and then exits with 78 (EX_CONFIG): a
 * partially configured service must not start.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: NodeJS.ProcessEnv = process.env,
): z.infer<z.ZodObject<Shape>> {
  const { given, problems: unread } = withFiles(Object.keys(shape), environment);
  const result = z.object(shape).safeParse(given);
  if (result.success && unread.length === 0) return result.data;
  const invalid = result.error?.issues ?? [];
  const problems = [
    ...unread.map((problem) => `  ${problem}`),
    ...invalid.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
  ];
  process.stderr.write(`The configuration has problems:\n${problems.join('\n')}\n`);
  process.exit(78);
}

/** Injection token of the process's configuration. */
export const CONFIG = Symbol('config');
/** Injection token of the process's log. */
export const LOG = Symbol('log');

/** Global module with the process's configuration. */
@Module({})
export class ConfigModule {
  /** @param values further injectable values, such as instance-specific providers */
  static forRoot(config: object, values: readonly ValueProvider[] = []): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, ...values];
    return {
      module: ConfigModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}
