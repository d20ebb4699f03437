import type { EntityClass, MigrationClass } from '@tomekeeper/persistence';
import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

/** No ORM entities: almost every statement of this service is an atomic update or count, which is plain SQL. */
export const entities: EntityClass[] = [];
export const migrations: MigrationClass[] = [CreateTables1735000000000];
