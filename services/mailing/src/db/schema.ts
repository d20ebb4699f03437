import type { EntityClass, MigrationClass } from '@tomekeeper/persistence';
import { CreateMails1732000000000 } from './migrations/1732000000000-create-mails';
import { CreateSubscribers1732000100000 } from './migrations/1732000100000-create-subscribers';
import { CreateMailDeliveries1732200000000 } from './migrations/1732200000000-create-mail-deliveries';

/** The tables are queues and counters more than objects: they are spoken to in SQL. */
export const entities: EntityClass[] = [];
export const migrations: MigrationClass[] = [
  CreateMails1732000000000,
  CreateSubscribers1732000100000,
  CreateMailDeliveries1732200000000,
];
