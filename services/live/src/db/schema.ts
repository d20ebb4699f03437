import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

/** Every statement here is about numbering, locking or the database's clock, so tables have no entities. */
export const entities = [];
export const migrations = [CreateTables1735000000000];
