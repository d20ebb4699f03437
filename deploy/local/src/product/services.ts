import { ownParts, type Config } from '../config';
import type { DataFolder } from '../state/data-folder';
import type { Secrets } from '../state/secrets';
import { BUCKET } from '../backing-parts';

/** Services with a database of their own; the gateway has none. */
export const DATA_SERVICES = ['identity', 'campaign', 'document', 'mailing', 'contact'] as const;
export const SERVICES = [...DATA_SERVICES, 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];
export type DataServiceName = (typeof DATA_SERVICES)[number];

const WORKERS = DATA_SERVICES.map((name) => `${name}-worker` as const);

/** Everything that has a port of its own besides the public ones. */
export const INTERNAL_PORTS = [
  'postgres',
  'smtp',
  ...DATA_SERVICES,
  ...WORKERS,
  'gateway-metrics',
] as const;
export type InternalPorts = Record<(typeof INTERNAL_PORTS)[number], number>;

export const QUEUE_ROLE = 'tk_queue';
export const roleOf = (service: DataServiceName): string => `tk_${service}`;

export type Surroundings = {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly ports: InternalPorts;
  /** Database URLs by role. */
  readonly databases: ReadonlyMap<string, string>;
  readonly shellDir: string;
};

/** The environment of one service. What the operator set otherwise is passed on as it is. */
export function environmentOf(name: ServiceName, around: Surroundings): NodeJS.ProcessEnv {
  const { config, ports } = around;
  const common: NodeJS.ProcessEnv = {
    ...passedOn(config),
    SERVICE_NAME: name,
    LOG_LEVEL: config.LOG_LEVEL,
    PUBLIC_URL: config.PUBLIC_URL,
    ENVIRONMENT: config.ENVIRONMENT,
    MAX_UPLOAD_MB: String(config.MAX_UPLOAD_MB),
    ...serviceUrls(ports),
    ...pool(around),
  };
  if (name === 'gateway') return { ...common, ...gateway(around) };
  const worker = { HOST_WORKER: String(config.WORKERS === 'inside') };
  const roots = { ...common, HOST: '127.0.0.1', PORT: String(ports[name]) };
  const service = {
    ...roots,
    ...worker,
    ...data(name, around),
    ...keys(name, around),
    ...mail(around),
  };
  if (name === 'identity') return { ...service, POOL_KEYS: around.secrets.poolKeys };
  return name === 'document' ? { ...service, ...storage(around) } : service;
}

/** The environment of a service's worker, where that is a process of its own. */
export function workerEnvironmentOf(
  name: DataServiceName,
  around: Surroundings,
): NodeJS.ProcessEnv {
  return { ...environmentOf(name, around), PORT: String(around.ports[`${name}-worker`]) };
}

/** Variables that mean something to the launcher only, or that each service gets a value of its own for. */
const NOT_PASSED_ON =
  /^(npm_|DATABASE_URL$|DATA_DIR$|PORT$|HOST$|MAIL_UI_PORT$|STORAGE_PORT$|INIT_CWD$)/;

function passedOn({ environment }: Config): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !NOT_PASSED_ON.test(name)),
  );
}

function serviceUrls(ports: InternalPorts): NodeJS.ProcessEnv {
  return Object.fromEntries(
    DATA_SERVICES.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]),
  );
}

/** Our own user pool, or a managed one. */
function pool({ config, secrets, ports }: Surroundings): NodeJS.ProcessEnv {
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
    JWKS_URL: `http://127.0.0.1:${ports.identity}${idp}/.well-known/jwks.json`,
  };
}

function data(name: DataServiceName, { databases, config }: Surroundings): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databases.get(roleOf(name)),
    QUEUE_URL: config.REDIS_URL ?? databases.get(QUEUE_ROLE),
  };
}

function keys(name: DataServiceName, { secrets }: Surroundings): NodeJS.ProcessEnv {
  const all = Object.values(secrets.serviceKeys).map((pair) => pair.public);
  return {
    SERVICE_PRIVATE_KEY: JSON.stringify(secrets.serviceKeys[name]?.private),
    SERVICE_PUBLIC_KEYS: JSON.stringify({ keys: all }),
    MAIL_SEAL_KEYS: secrets.mailSealKeys,
  };
}

function mail({ config, ports }: Surroundings): NodeJS.ProcessEnv {
  const { MAIL_FROM, CONTACT_INBOX } = config.environment;
  return {
    SMTP_URL: config.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: MAIL_FROM ?? 'Tomekeeper <no-reply@tomekeeper.example>',
    CONTACT_INBOX: CONTACT_INBOX ?? 'team@tomekeeper.example',
  };
}

function storage({ config, secrets }: Surroundings): NodeJS.ProcessEnv {
  if (ownParts(config).storage) {
    // An S3 of the operator's own: all of its variables are passed on, these complete them.
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

function gateway({ config, ports, folder, shellDir }: Surroundings): NodeJS.ProcessEnv {
  return {
    HOST: config.HOST,
    PORT: String(config.PORT),
    METRICS_PORT: String(ports['gateway-metrics']),
    STORAGE_ORIGIN: config.STORAGE_PUBLIC_URL,
    SHELL_DIR: shellDir,
    REMOTES_DIR: folder.remotes,
    REMOTES_POINTERS: folder.pointers,
  };
}
