import { isTracing } from '@tomekeeper/tracing';
import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';
import { MessagingTables1700000000000 } from './messaging-tables.migration';
import { StatementSpans } from './statement-spans';

/** A class that TypeORM maps to a table. */
export type EntityClass = (abstract new (...args: never[]) => object) | EntitySchema;
export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions {
  /** Role and database of this service; its search_path is the service's own schema. */
  databaseUrl: string;
  entities: readonly EntityClass[];
  migrations: readonly MigrationClass[];
  /** Most connections of one process; default 10. */
  poolSize?: number;
}

/** A statement that takes longer is a mistake, and would hold a connection that others need. */
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** The tables change only by migrations, never by themselves. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.databaseUrl,
    entities: [...options.entities],
    subscribers: isTracing() ? [StatementSpans] : [],
    migrations: [MessagingTables1700000000000, ...options.migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
    },
  };
}
