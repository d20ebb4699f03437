import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

/** No entities: every statement depends on numbering, locking or the database clock. */
export const entities = [];
export const migrations = [CreateTables1735000000000];
