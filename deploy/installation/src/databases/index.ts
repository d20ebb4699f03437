/** The state that `prepareDatabases` brings BullMQ's tables to. */
export { LATEST_SCHEMA_VERSION as QUEUE_VERSION } from 'bullmq';
export { chooseRoles } from './database-roles';
export { noteMigration, readMigrationNotes } from './migration-notes';
export { ownDatabase } from './own-database';
export { prepareDatabases, setSearchPath, type Tenant } from './prepare-databases';
