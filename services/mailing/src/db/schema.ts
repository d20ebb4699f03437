import type { EntityClass, MigrationClass } from '@tomekeeper/persistence';
import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

/** No ORM entities: the tables are queues and counters, which suit plain SQL better. */
export const entities: EntityClass[] = [];
export const migrations: MigrationClass[] = [CreateTables1735000000000];
