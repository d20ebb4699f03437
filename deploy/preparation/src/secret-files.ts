import fs from 'node:fs/promises';
import path from 'node:path';
import {
  DATABASE_OWNER,
  prefixFor,
  roleName,
  STANDARD_PREFIX,
  DATA_SERVICES,
  loadSecrets,
  type DataServiceName,
  type Secrets,
} from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';

/** Where the containers of docker-compose.yml find each other. */
const DATABASE_HOST = 'postgres:5432';
const QUEUE_HOST = 'queue:6379';
const DATABASE = 'tomekeeper';

/** External services, such as a managed database and queue. */
export type PartsElsewhere = {
  /**
   * URL of the administrator; services use the same server with separate roles and passwords. Without a user
   * name, the database gets a dedicated owner: see `ownDatabase`.
   */
  readonly databaseAdminUrl?: string | undefined;
  readonly queueUrl?: string | undefined;
  /** Prefix of new role names; derived from the database by default. */
  readonly rolePrefix?: string | undefined;
  /** Certificates of the authorities that may vouch for the database, in PEM. */
  readonly databaseCa?: string | undefined;
};

/** By service, the role that its URL names. */
type RoleNames = ReadonlyMap<DataServiceName, string>;
/** The database server's administrator, and the one user of the queue. */
const ADMIN = 'postgres';
const QUEUE = 'queue';

/** Names of secret files, shared by writers and readers. */
export const databaseUrlFile = (service: DataServiceName): string => `${service}-database-url`;
export const ADMIN_URL_FILE = 'database-admin-url';
/** The server administrator's login; written by hand, and deleted after use. */
export const SERVER_ADMIN_FILE = 'database-server.json';
const DATABASE_CA_FILE = 'database-ca.pem';
/** Where containers and pods find the authorities' certificates. */
const DATABASE_CA_PATH = `/run/secrets/${DATABASE_CA_FILE}`;
const NO_CA =
  "# None of its own: the database's certificate is vouched for by the system's authorities.";

/**
 * Generates missing secrets and writes each into a separate file, so that every container gets only its own.
 * Idempotent: existing secrets remain unchanged.
 */
export async function writeSecretFiles(
  folder: string,
  elsewhere: PartsElsewhere = {},
): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const secrets = await loadSecrets(path.join(folder, 'secrets.json'), {
    services: DATA_SERVICES,
    roles: [...DATA_SERVICES.map(passwordKey), OWNER_PASSWORD, ADMIN, QUEUE],
  });
  const roles = await roleNames(folder, elsewhere);
  const adminUrl = await adminUrlOf(folder, secrets, elsewhere);
  for (const [name, content] of Object.entries(contents(secrets, roles, adminUrl, elsewhere))) {
    // Bound into containers of other users one by one; the folder itself stays shut.
    await fs.rm(path.join(folder, name), { force: true });
    await fs.writeFile(path.join(folder, name), `${content}\n`, { mode: 0o644 });
  }
}

/** Without a setting, roles keep the names that the services' URLs say already. */
async function roleNames(
  folder: string,
  { databaseAdminUrl, rolePrefix }: PartsElsewhere,
): Promise<RoleNames> {
  const names = new Map<DataServiceName, string>();
  for (const service of DATA_SERVICES) {
    const url = await fs
      .readFile(path.join(folder, databaseUrlFile(service)), 'utf8')
      .catch(() => '');
    const present = parsed(url)?.username;
    const stays = rolePrefix === undefined && present !== undefined && present !== '';
    const prefix = rolePrefix ?? prefixOf(databaseAdminUrl);
    names.set(service, stays ? decodeURIComponent(present) : roleName(prefix, service));
  }
  return names;
}

/** The administrator's URL, or that of an owner with a password that only we change. */
async function adminUrlOf(
  folder: string,
  { databaseRoles }: Secrets,
  { databaseAdminUrl, rolePrefix, databaseCa }: PartsElsewhere,
): Promise<string> {
  if (databaseAdminUrl === undefined)
    return `postgres://${ADMIN}:${databaseRoles[ADMIN]}@${DATABASE_HOST}/${DATABASE}`;
  const url = parsed(databaseAdminUrl);
  if (url === undefined) throw unnamedDatabase();
  if (url.username === '') {
    const file = await fs.readFile(path.join(folder, ADMIN_URL_FILE), 'utf8').catch(() => '');
    const present = parsed(file)?.username;
    const stays = rolePrefix === undefined && present?.endsWith(`_${DATABASE_OWNER}`) === true;
    const prefix = rolePrefix ?? prefixOf(databaseAdminUrl);
    url.username = stays ? present : roleName(prefix, DATABASE_OWNER);
    url.password = databaseRoles[OWNER_PASSWORD] ?? '';
  }
  if (databaseCa !== undefined) {
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', DATABASE_CA_PATH);
  }
  // `URLSearchParams` also escapes slashes, which this setting does not need.
  return url.href.replace(encodeURIComponent(DATABASE_CA_PATH), DATABASE_CA_PATH);
}

const unnamedDatabase = (): StartupProblem =>
  new StartupProblem(
    'DATABASE_ADMIN_URL must name a database, as in postgres://user:password@host/database.',
  );

const parsed = (url: string): URL | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()) : undefined;

/** An external server may host several installations. */
function prefixOf(databaseAdminUrl: string | undefined): string {
  if (databaseAdminUrl === undefined) return STANDARD_PREFIX;
  const database = parsed(databaseAdminUrl)?.pathname.slice(1);
  if (!database) throw unnamedDatabase();
  return prefixFor(decodeURIComponent(database));
}

/** Key of a service's password in the secrets, independent of the role's name. */
const passwordKey = (service: DataServiceName): string => roleName(STANDARD_PREFIX, service);
const OWNER_PASSWORD = roleName(STANDARD_PREFIX, DATABASE_OWNER);

function contents(
  secrets: Secrets,
  roles: RoleNames,
  adminUrl: string,
  { databaseAdminUrl, queueUrl, databaseCa }: PartsElsewhere,
): Record<string, string> {
  const { databaseRoles, serviceKeys, objectStore } = secrets;
  const password = (role: string): string => {
    const found = databaseRoles[role];
    if (found === undefined) throw new Error(`no password exists for ${role}`);
    return found;
  };
  const databaseUrl = (service: DataServiceName): string => {
    const url = new URL(adminUrl);
    url.username = roles.get(service) ?? '';
    url.password = password(passwordKey(service));
    return url.href;
  };
  const files: Record<string, string> = {
    'database-admin-password': password(ADMIN),
    [ADMIN_URL_FILE]: adminUrl,
    // The containers' own database is reached without TLS, on a network of theirs.
    ...(databaseAdminUrl !== undefined && { [DATABASE_CA_FILE]: databaseCa ?? NO_CA }),
    'queue.conf': `requirepass ${password(QUEUE)}`,
    'queue-url': queueUrl ?? `redis://:${password(QUEUE)}@${QUEUE_HOST}`,
    'service-public-keys': JSON.stringify({
      keys: Object.values(serviceKeys).map((pair) => pair.public),
    }),
    'pool-keys': secrets.poolKeys,
    'mail-seal-keys': secrets.mailSealKeys,
    'embeddings-key': secrets.embeddingsKey,
    's3-access-key-id': objectStore.accessKeyId,
    's3-secret-access-key': objectStore.secretAccessKey,
    'storage.json': storageIdentities(objectStore),
  };
  for (const service of DATA_SERVICES) {
    files[databaseUrlFile(service)] = databaseUrl(service);
    files[`${service}-private-key`] = JSON.stringify(serviceKeys[service]?.private);
  }
  return files;
}

/** SeaweedFS' access configuration: one identity, no anonymous access. */
function storageIdentities(keys: Secrets['objectStore']): string {
  const { accessKeyId: accessKey, secretAccessKey: secretKey } = keys;
  const identity = {
    name: 'document',
    credentials: [{ accessKey, secretKey }],
    actions: ['Admin', 'Read', 'List', 'Tagging', 'Write'],
  };
  return JSON.stringify({ identities: [identity] });
}
