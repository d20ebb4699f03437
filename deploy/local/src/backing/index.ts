export { freePort, canListen } from './free-port';
export { startPostgres, type Postgres, type PostgresOptions } from './postgres/postgres';
export {
  prepareDatabases,
  type PrepareOptions,
  type PreparedDatabases,
  type Tenant,
} from './databases/prepare-databases';
export { QUEUE_SCHEMA } from './databases/role-names';
export { startMail, type Mail, type MailOptions } from './mail/mail';
export {
  startObjectStore,
  type ObjectStore,
  type ObjectStoreOptions,
} from './object-store/object-store';
