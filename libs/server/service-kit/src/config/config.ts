import { type DynamicModule, Module, type ValueProvider } from '@nestjs/common';
import fs from 'node:fs';
import { z } from 'zod';
import { Keyring } from '../sealing/keyring';
import { tracingConfig } from '../tracing/request-spans';

const SUFFIX = '_FILE';

/** Settings as the environment gives them, and what could not be read. */
export type GivenSettings = {
  readonly given: NodeJS.ProcessEnv;
  readonly problems: readonly string[];
};

/**
 * Adds settings that are given as files: `DATABASE_URL_FILE=/run/secrets/url` stands for
 * `DATABASE_URL` with the file's content. Secrets in the environment itself show up in
 * `docker inspect`, in crash reports and in every child process.
 */
export function withFiles(names: readonly string[], environment: NodeJS.ProcessEnv): GivenSettings {
  // An empty variable means "not set": compose files and shells can't unset one.
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

/** Reads true/false settings and refuses anything else. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

const urlsByComma = (url: z.ZodType<string, string>) =>
  z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .pipe(z.array(url).min(1));
const url = z.url({ protocol: /^https?$/, error: 'must be URLs joined by commas' });

/** Where the same thing is to be had: one URL or several, joined by commas. */
const urls = urlsByComma(url);

/** Where the replicas of a service are: one origin or several, joined by commas. */
export const origins = urlsByComma(url.transform((given) => new URL(given).origin));

/** A keyring, as {@link Keyring.parse} reads it. */
export const keyringSetting = z.string().transform((text, context) => {
  try {
    return Keyring.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

/** Settings that every service has. */
export const baseConfig = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Milliseconds in which a process still serves after SIGTERM, until balancers have noticed; 0 without. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  ...tracingConfig,
};

/** Settings of services that call others or are called by them. */
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
  /** Milliseconds between two looks at the revocation list: with the way there and back, two seconds. */
  REVOCATION_POLL_MS: z.coerce.number().int().min(50).max(1500).default(1000),
};

/** Settings of services with queues, whose worker runs in the API's process or in its own. */
export const workerConfig = {
  QUEUE_URL: z.string().regex(/^(postgres(ql)?|rediss?):\/\//, {
    error: 'must begin with postgres:// or redis://',
  }),
  /** Whether the API process runs the workers too, which saves memory on one machine. */
  HOST_WORKER: flag.default(false),
  /** A job whose worker has not been heard of for so many milliseconds is another's to take up. */
  QUEUE_LOCK_MS: z.coerce.number().int().min(1000).optional(),
};

/** The part of a configuration that {@link startService} needs. */
export type BaseConfig = z.infer<z.ZodObject<typeof baseConfig>>;

/**
 * Reads the environment once; `<NAME>_FILE` stands for the content of that file. Reports all problems, then exits with 78
 * (EX_CONFIG): a half-configured service must not start.
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

/** The settings that a process was started with, for the modules that make something of them. */
export const CONFIG = Symbol('config');
/** The log of the process, for those who have something to tell beside their answers. */
export const LOG = Symbol('log');

/** What a process was started with. Global, as settings are the same for every module of it. */
@Module({})
export class ConfigModule {
  /** @param values further injectable values, such as an installation's own parts */
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
