import path from 'node:path';
import { z } from 'zod';
import { rolePrefix } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';

const port = (standard: number) =>
  z.coerce
    .number({ error: 'must be a port number' })
    .int({ error: 'must be a port number' })
    .min(1, { error: 'must be between 1 and 65535' })
    .max(65_535, { error: 'must be between 1 and 65535' })
    .default(standard);
const origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://tomes.example.org' })
  .transform((url) => new URL(url).origin)
  .optional();
const text = z.string().optional();

const Settings = z.object({
  PORT: port(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin,
  STORAGE_PUBLIC_URL: origin,
  DATA_DIR: text,
  ENVIRONMENT: z
    .enum(['local', 'production'], { error: "must be 'local' or 'production'" })
    .default('local'),
  MAIL_UI_PORT: port(8025),
  STORAGE_PORT: port(8090),
  MAX_UPLOAD_MB: z.coerce
    .number({ error: 'must be a number' })
    .positive({ error: 'must be more than 0' })
    .default(200),
  MAX_IMPORT_MB: z.coerce
    .number({ error: 'must be a number' })
    .positive({ error: 'must be more than 0' })
    .default(1024),
  WORKERS: z.enum(['inside', 'apart'], { error: "must be 'inside' or 'apart'" }).default('inside'),
  /** Such as `campaign=2,mailing-worker=3`; also available as `--replicas`. */
  REPLICAS: z.string().default(''),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .default('info'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' })
    .optional(),
  /** Prefix of role names in the database of `DATABASE_URL`; defaults to the database's name. */
  DATABASE_ROLE_PREFIX: rolePrefix.optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, { error: 'must begin with redis://' })
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://' })
    .optional(),
  S3_ENDPOINT: z.url({ error: 'must be a URL' }).optional(),
  S3_PUBLIC_ENDPOINT: z.url({ error: 'must be a URL' }).optional(),
  S3_BUCKET: text,
  S3_REGION: text,
  COGNITO_USER_POOL_ID: z
    .string()
    .regex(/^[\w-]+_[0-9a-zA-Z]+$/, { error: 'must read <region>_<letters and digits>' })
    .optional(),
  COGNITO_USER_POOL_CLIENT_ID: text,
  LLM_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be a URL' }).optional(),
  LLM_MODEL: text,
  /** External embedding service instead of the launcher's process; `off` disables embeddings. */
  EMBEDDINGS_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/ })], { error: "must be a URL or 'off'" })
    .optional(),
  EMBEDDINGS_MODEL: text,
});

export type Config = Omit<z.infer<typeof Settings>, 'PUBLIC_URL' | 'STORAGE_PUBLIC_URL'> & {
  readonly PUBLIC_URL: string;
  readonly STORAGE_PUBLIC_URL: string;
  /** An absolute path. */
  readonly dataDir: string;
  /** The unmodified environment, for settings that are passed to services. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
};

/** Base folders of default paths: the repository, and the command's working directory. */
export type Places = { readonly workspace: string; readonly here: string };

/** Parses the settings of contract.md section 1; one error reports all invalid settings. */
export function readConfig(environment: NodeJS.ProcessEnv, places: Places): Config {
  // An empty variable means "not set": not every shell or compose file can unset one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Settings.safeParse(given);
  const problems = result.success
    ? mistakesBetween(result.data)
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (!result.success || problems.length > 0) {
    throw new StartupProblem(`Invalid settings: ${problems.join('; ')}.`);
  }
  const settings = result.data;
  return {
    ...settings,
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    STORAGE_PUBLIC_URL: settings.STORAGE_PUBLIC_URL ?? defaultStorageUrl(settings),
    dataDir:
      settings.DATA_DIR === undefined
        ? path.join(places.workspace, '.data')
        : path.resolve(places.here, settings.DATA_DIR),
    environment: given,
  };
}

function mistakesBetween(settings: z.infer<typeof Settings>): string[] {
  const problems: string[] = [];
  const ports = [settings.PORT, settings.MAIL_UI_PORT, settings.STORAGE_PORT];
  if (new Set(ports).size < ports.length) {
    problems.push('PORT, MAIL_UI_PORT and STORAGE_PORT must be three different ports');
  }
  if (settings.S3_ENDPOINT !== undefined && settings.S3_BUCKET === undefined) {
    problems.push('S3_ENDPOINT needs S3_BUCKET');
  }
  const { COGNITO_USER_POOL_ID: pool, COGNITO_USER_POOL_CLIENT_ID: client } = settings;
  if ((pool === undefined) !== (client === undefined)) {
    problems.push('COGNITO_USER_POOL_ID and COGNITO_USER_POOL_CLIENT_ID belong together');
  }
  if ((settings.LLM_BASE_URL === undefined) !== (settings.LLM_MODEL === undefined)) {
    problems.push('LLM_BASE_URL and LLM_MODEL belong together');
  }
  const { EMBEDDINGS_URL: reader, EMBEDDINGS_MODEL: model } = settings;
  if (reader !== 'off' && (reader === undefined) !== (model === undefined)) {
    problems.push('EMBEDDINGS_URL and EMBEDDINGS_MODEL belong together');
  }
  return problems;
}

function defaultStorageUrl(settings: z.infer<typeof Settings>): string {
  const endpoint = settings.S3_PUBLIC_ENDPOINT ?? settings.S3_ENDPOINT;
  if (endpoint !== undefined) return new URL(endpoint).origin;
  if (settings.S3_BUCKET !== undefined) {
    return `https://s3.${settings.S3_REGION ?? 'us-east-1'}.amazonaws.com`;
  }
  return `http://localhost:${settings.STORAGE_PORT}`;
}

/** Returns the backing services that the operator provides, so that they are not started. */
export function ownParts(config: Config) {
  return {
    database: config.DATABASE_URL !== undefined,
    storage: config.S3_BUCKET !== undefined,
    mail: config.SMTP_URL !== undefined,
  };
}
