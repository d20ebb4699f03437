export { createDataFolder, dataFolder, type DataFolder } from './data-folder';
export {
  DATABASE_OWNER,
  prefixFor,
  QUEUE_SCHEMA,
  roleName,
  rolePrefix,
  STANDARD_PREFIX,
} from './databases/role-names';
export { loadSecrets, type Secrets } from './secrets';
export {
  DATA_SERVICES,
  isWorker,
  PASSWORD_KEYS,
  passwordKey,
  DEVELOPED,
  RENEWED,
  REPLICATED,
  SCHEMA_OWNERS,
  serviceOf,
  SEARCH_MODEL,
  SERVICES,
  type DataServiceName,
  type DevelopedName,
  type RenewedName,
  type ReplicatedName,
  type ServiceName,
} from './service-names';
export {
  isRemote,
  isShell,
  projects,
  serviceFolder,
  shellFolder,
  WORKSPACE,
  type Project,
} from './workspace';
