export { chooseRoles } from './database-roles';
export { noteMigration, readMigrationNotes } from './migration-notes';
export { ownDatabase } from './own-database';
export { prepareDatabases, type Tenant } from './prepare-databases';
