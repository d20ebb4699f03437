import {
  beginSpan,
  errorName,
  isRecording,
  isTracing,
  type OpenSpan,
  type SpanDescription,
} from '@tomekeeper/tracing';
import {
  type AfterQueryEvent,
  type BeforeQueryEvent,
  type DataSourceOptions,
  type EntitySchema,
  type EntitySubscriberInterface,
  EventSubscriber,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { MessagingTables1700000000000 } from './messaging-tables.migration';

const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:"?\w+"?\.)?"?(\w+)"?/i;
const MAX_TEXT_LENGTH = 500;

/** Span of a statement without its values, which are parameters. */
export function statementSpan(sql: string): SpanDescription {
  const verb = (VERB.exec(sql)?.[1] ?? 'statement').toUpperCase();
  const table = TABLE.exec(sql)?.[1];
  return {
    name: table ? `${verb} ${table}` : verb,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      ...(table ? { 'db.collection.name': table } : {}),
      'db.query.text': sql.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH),
    },
  };
}

/** Creates a span for every statement that TypeORM runs. */
@EventSubscriber()
class StatementSpans implements EntitySubscriberInterface {
  private readonly running = new WeakMap<QueryRunner, OpenSpan>();

  beforeQuery({ query, queryRunner }: BeforeQueryEvent): void {
    if (!queryRunner || !isRecording()) return;
    const span = beginSpan(statementSpan(query));
    if (span) this.running.set(queryRunner, span);
  }

  afterQuery({ queryRunner, success, error }: AfterQueryEvent): void {
    const span = queryRunner && this.running.get(queryRunner);
    if (!span) return;
    this.running.delete(queryRunner);
    span.end(success ? {} : { error: errorName(error) });
  }
}

/** A class that TypeORM maps to a table. */
export type EntityClass = (abstract new (...args: never[]) => object) | EntitySchema;
export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions {
  /** Role and database of this service; its search_path is the service's own schema. */
  databaseUrl: string;
  entities: readonly EntityClass[];
  migrations: readonly MigrationClass[];
  /** Names of the migrations to run; defaults to all. */
  only?: readonly string[] | undefined;
  /** Maximum connections per process; default 10. */
  poolSize?: number;
}

/** Longer statements are bugs and would hold a connection that others need. */
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the pause between two health checks at rest, which reuse one connection. */
const IDLE_MS = 50_000;

/** All migrations of a service, starting with those of this library. */
export const migrationsOf = ({
  migrations,
}: Pick<DatabaseOptions, 'migrations'>): readonly MigrationClass[] => [
  MessagingTables1700000000000,
  ...migrations,
];

/** Tables change only through migrations; schema synchronization is off. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.databaseUrl,
    entities: [...options.entities],
    subscribers: isTracing() ? [StatementSpans] : [],
    migrations: migrationsOf(options).filter(({ name }) => options.only?.includes(name) ?? true),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      idleTimeoutMillis: IDLE_MS,
    },
  };
}
