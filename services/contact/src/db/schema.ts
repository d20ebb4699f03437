import type { EntityClass, MigrationClass } from '@tomekeeper/persistence';
import { CreateMessages1732000000000 } from './migrations/1732000000000-create-messages';

/** Messages are written once and read by people: they are spoken to in SQL. */
export const entities: EntityClass[] = [];
export const migrations: MigrationClass[] = [CreateMessages1732000000000];
