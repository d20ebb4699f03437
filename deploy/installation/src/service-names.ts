import {
  QUEUE_OWNER,
  QUEUE_SCHEMA,
  roleName,
  STANDARD_PREFIX,
  type SchemaOwner,
} from './databases/role-names';

/** Services with a separate database; the gateway has none. */
export const DATA_SERVICES = [
  'identity',
  'campaign',
  'document',
  'mailing',
  'contact',
  'live',
  'search',
] as const;
export const SERVICES = [...DATA_SERVICES, 'gateway'] as const;
/** Makes vectors of texts for the search service; without a database, and none of the gateway's. */
export const SEARCH_MODEL = 'search-model';
/** Processes that development mode can run from source. */
export const DEVELOPED = [...DATA_SERVICES, SEARCH_MODEL] as const;
export type DevelopedName = (typeof DEVELOPED)[number];
export type ServiceName = (typeof SERVICES)[number];
export type DataServiceName = (typeof DATA_SERVICES)[number];

const WORKERS = DATA_SERVICES.map((name) => `${name}-worker` as const);
/** Processes that support replicas. */
export const REPLICATED = [...DATA_SERVICES, ...WORKERS] as const;
export type ReplicatedName = (typeof REPLICATED)[number];
/** Processes that a rolling restart supports. */
export const RENEWED = [...REPLICATED, SEARCH_MODEL] as const;
export type RenewedName = (typeof RENEWED)[number];

const WORKER = /-worker$/;
export const isWorker = (name: ReplicatedName): boolean => WORKER.test(name);
export const serviceOf = (name: ReplicatedName) => name.replace(WORKER, '') as DataServiceName;

/** Every schema with a separate role: the services' and the job queues'. */
export const SCHEMA_OWNERS: readonly SchemaOwner[] = [
  ...DATA_SERVICES.map((name) => ({ schema: name, owner: name })),
  { schema: QUEUE_SCHEMA, owner: QUEUE_OWNER },
];

/** Key of a schema's password in the secrets, independent of the role's name. */
export const passwordKey = ({ owner }: SchemaOwner): string => roleName(STANDARD_PREFIX, owner);
export const PASSWORD_KEYS: readonly string[] = SCHEMA_OWNERS.map(passwordKey);
