import {
  DATA_SERVICES,
  REPLICATED,
  QUEUE_SCHEMA,
  SEARCH_MODEL,
  STANDARD_PREFIX,
  type DataServiceName,
  type ReplicatedName,
  type ServiceName,
  type DataFolder,
  type Secrets,
} from '@tomekeeper/installation';
import { ownParts, type Config } from '../config';
import { BUCKET } from '../backing/parts';
import { parseReplicas, processNames, spareOf, type Replicas } from './replicas';

/** Processes with an internal port, without further replicas. */
const INTERNAL_PORTS = [
  'postgres',
  'smtp',
  ...REPLICATED,
  ...REPLICATED.map(spareOf),
  'gateway-metrics',
  SEARCH_MODEL,
  spareOf(SEARCH_MODEL),
] as const;
export type InternalPorts = Record<(typeof INTERNAL_PORTS)[number], number> &
  Readonly<Record<string, number | undefined>>;

const replicasOf = (config: Config): Replicas => parseReplicas(config.REPLICAS, REPLICATED);

/** Returns the process names of a service or worker. */
export const processesOf = (name: ReplicatedName, config: Config): string[] =>
  processNames(name, replicasOf(config));

/** Whether a service's worker runs in separate processes. */
export const hasWorkerApart = (service: DataServiceName, config: Config): boolean =>
  config.WORKERS === 'apart' || replicasOf(config).has(`${service}-worker`);

/**
 * Returns the names of all internal ports.
 * @throws when the setting REPLICAS is invalid
 */
export const internalPortsOf = (config: Config): string[] => [
  ...new Set([...INTERNAL_PORTS, ...REPLICATED.flatMap((name) => processesOf(name, config))]),
];

/** Prefix of role names; undefined derives it from the database's name. */
export const rolePrefixOf = (config: Config): string | undefined =>
  config.DATABASE_URL === undefined ? STANDARD_PREFIX : config.DATABASE_ROLE_PREFIX;

export type ProductContext = {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly ports: InternalPorts;
  /** Database URLs by schema. */
  readonly databases: ReadonlyMap<string, string>;
  readonly shellDir: string;
};

/** Load balancers probe every second; this also covers the gateway's next probe on a loaded machine. */
const DRAIN_MS = '2500';

/**
 * Returns the environment of one service. The operator's other settings are passed through.
 * @param process name of the process, for several replicas
 */
export function environmentOf(
  name: ServiceName | typeof SEARCH_MODEL,
  context: ProductContext,
  process: string = name,
): NodeJS.ProcessEnv {
  if (name === SEARCH_MODEL) return searchModel(context, process);
  const { config } = context;
  const common: NodeJS.ProcessEnv = {
    ...passedOn(config, name),
    SERVICE_NAME: name,
    LOG_LEVEL: config.LOG_LEVEL,
    PUBLIC_URL: config.PUBLIC_URL,
    ENVIRONMENT: config.ENVIRONMENT,
    MAX_UPLOAD_MB: String(config.MAX_UPLOAD_MB),
    MAX_IMPORT_MB: String(config.MAX_IMPORT_MB),
    ...serviceUrls(context),
    ...pool(context),
  };
  if (name === 'gateway') return { ...common, ...gateway(context) };
  const worker = { HOST_WORKER: String(!hasWorkerApart(name, config)) };
  const port = String(context.ports[process]);
  const roots = { DRAIN_MS, ...common, HOST: '127.0.0.1', PORT: port };
  const service = {
    ...roots,
    ...worker,
    ...data(name, context),
    ...keys(name, context),
    ...mail(context),
  };
  if (name === 'identity') return { ...service, POOL_KEYS: context.secrets.poolKeys };
  if (name === 'search') return { ...service, ...embeddings(context), ...searchMemory(context) };
  return name === 'document' ? { ...service, ...storage(context) } : service;
}

/** Answers create much short-lived garbage: within these limits V8 collects it earlier, without loss of speed. */
const SEARCH_HEAP = '--max-semi-space-size=2 --max-old-space-size=192';

/** Without these settings, per-thread arenas of the C library and freed embeddings double the memory use. */
const SEARCH_MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The operator's settings win: the last one in NODE_OPTIONS applies. */
const searchMemory = ({ config: { environment } }: ProductContext): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: [SEARCH_HEAP, environment['NODE_OPTIONS'] ?? ''].join(' ').trim(),
  ...Object.fromEntries(
    Object.entries(SEARCH_MALLOC).map(([name, bound]) => [name, environment[name] ?? bound]),
  ),
});

/** Variables for the launcher only, or with a different value per service. */
const NOT_PASSED_ON =
  /^(npm_|DATABASE_URL$|DATABASE_ROLE_PREFIX$|DATA_DIR$|PORT$|HOST$|MAIL_UI_PORT$|STORAGE_PORT$|INIT_CWD$|REPLICAS$|SEARCH_MODEL_)/;

/** External models and their keys are for the search service only. */
const OF_SEARCH = /^(LLM|EMBEDDINGS)_/;

function passedOn(
  { environment }: Config,
  service: ServiceName | typeof SEARCH_MODEL,
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !NOT_PASSED_ON.test(name) && (service === 'search' || !OF_SEARCH.test(name)),
    ),
  );
}

function serviceUrls(context: ProductContext): NodeJS.ProcessEnv {
  return Object.fromEntries(
    DATA_SERVICES.map((name) => [`${name.toUpperCase()}_URL`, originsOf(name, context).join(',')]),
  );
}

/** Returns the URLs of a service's processes, the spare one last. */
function originsOf(name: DataServiceName, { config, ports }: ProductContext): string[] {
  return [...processesOf(name, config), spareOf(name)].map(
    (process) => `http://127.0.0.1:${ports[process]}`,
  );
}

/** Settings of the built-in user pool or of a managed one. */
function pool(context: ProductContext): NodeJS.ProcessEnv {
  const { config, secrets } = context;
  const { COGNITO_USER_POOL_ID: managed, COGNITO_USER_POOL_CLIENT_ID: client } = config;
  if (managed !== undefined && client !== undefined) {
    const issuer = `https://cognito-idp.${managed.split('_')[0]}.amazonaws.com/${managed}`;
    return {
      POOL_ID: managed,
      POOL_CLIENT_ID: client,
      POOL_MANAGED: 'true',
      TOKEN_ISSUER: issuer,
      JWKS_URL: `${issuer}/.well-known/jwks.json`,
    };
  }
  const idp = `/idp/${secrets.poolId}`;
  return {
    POOL_ID: secrets.poolId,
    POOL_CLIENT_ID: secrets.poolClientId,
    TOKEN_ISSUER: config.PUBLIC_URL + idp,
    JWKS_URL: originsOf('identity', context)
      .map((origin) => `${origin}${idp}/.well-known/jwks.json`)
      .join(','),
  };
}

function data(name: DataServiceName, { databases, config }: ProductContext): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databases.get(name),
    QUEUE_URL: config.REDIS_URL ?? databases.get(QUEUE_SCHEMA),
  };
}

function keys(name: DataServiceName, { secrets }: ProductContext): NodeJS.ProcessEnv {
  const all = Object.values(secrets.serviceKeys).map((pair) => pair.public);
  return {
    SERVICE_PRIVATE_KEY: JSON.stringify(secrets.serviceKeys[name]?.private),
    SERVICE_PUBLIC_KEYS: JSON.stringify({ keys: all }),
    MAIL_SEAL_KEYS: secrets.mailSealKeys,
  };
}

function mail({ config, ports }: ProductContext): NodeJS.ProcessEnv {
  const { MAIL_FROM, CONTACT_INBOX } = config.environment;
  return {
    SMTP_URL: config.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: MAIL_FROM ?? 'Tomekeeper <no-reply@tomekeeper.example>',
    CONTACT_INBOX: CONTACT_INBOX ?? 'team@tomekeeper.example',
  };
}

/** Whether our own process creates the embeddings. */
export const hasOwnModel = ({ EMBEDDINGS_URL }: Config): boolean => EMBEDDINGS_URL === undefined;

/** Embedding settings of the search service. */
function embeddings({ config, ports, secrets }: ProductContext): NodeJS.ProcessEnv {
  // Empty variables count as not set.
  if (config.EMBEDDINGS_URL === 'off') return { EMBEDDINGS_URL: '', EMBEDDINGS_MODEL: '' };
  if (!hasOwnModel(config)) return {};
  return {
    SEARCH_MODEL_URL: `http://127.0.0.1:${ports[SEARCH_MODEL]}/v1`,
    SEARCH_MODEL_KEY: secrets.embeddingsKey,
  };
}

/** Returns the environment of an embedding process, without access to databases, queues or other services. */
function searchModel(
  { config, ports, secrets }: ProductContext,
  process: string,
): NodeJS.ProcessEnv {
  return {
    ...passedOn(config, SEARCH_MODEL),
    LOG_LEVEL: config.LOG_LEVEL,
    HOST: '127.0.0.1',
    PORT: String(ports[process]),
    SEARCH_MODEL_KEY: secrets.embeddingsKey,
  };
}

function storage({ config, secrets }: ProductContext): NodeJS.ProcessEnv {
  if (ownParts(config).storage) {
    // The operator's S3 settings are passed through; these complete them.
    const region = config.S3_REGION ?? 'us-east-1';
    const endpoint = config.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
    const browser = config.S3_PUBLIC_ENDPOINT ?? config.STORAGE_PUBLIC_URL;
    return { S3_REGION: region, S3_ENDPOINT: endpoint, S3_PUBLIC_ENDPOINT: browser };
  }
  return {
    S3_ENDPOINT: `http://127.0.0.1:${config.STORAGE_PORT}`,
    S3_PUBLIC_ENDPOINT: config.STORAGE_PUBLIC_URL,
    S3_REGION: config.S3_REGION ?? 'us-east-1',
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: secrets.objectStore.accessKeyId,
    S3_SECRET_ACCESS_KEY: secrets.objectStore.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
}

function gateway({ config, ports, folder, shellDir }: ProductContext): NodeJS.ProcessEnv {
  return {
    HOST: config.HOST,
    PORT: String(config.PORT),
    METRICS_PORT: String(ports['gateway-metrics']),
    SPARE_ORIGINS: DATA_SERVICES.map((name) => `http://127.0.0.1:${ports[spareOf(name)]}`).join(
      ',',
    ),
    STORAGE_ORIGIN: config.STORAGE_PUBLIC_URL,
    SHELL_DIR: shellDir,
    REMOTES_DIR: folder.remotes,
    REMOTES_POINTERS: folder.pointers,
  };
}
