import type { DynamicModule, ValueProvider } from '@nestjs/common';
import { JobsModule, type JobsOptions } from '@tomekeeper/jobs';
import { PersistenceModule, type PersistenceOptions } from '@tomekeeper/persistence';
import { AuthModule, ConfigModule, LOG, type AuthOptions, type Log } from '@tomekeeper/service-kit';
import { OperationsModule } from './operations.module';

interface ServiceConfig {
  QUEUE_URL: string;
  QUEUE_LOCK_MS?: number | undefined;
  HOST_WORKER: boolean;
  DATABASE_URL: string;
}

export interface ServiceParts
  extends
    Pick<PersistenceOptions, 'service' | 'entities' | 'migrations' | 'events'>,
    Pick<JobsOptions, 'jobs' | 'schedules'>,
    Pick<AuthOptions, 'revocations'> {
  config: ServiceConfig & AuthOptions['keys'] & NonNullable<AuthOptions['users']>;
  log: Log;
  /** Further providers. */
  values?: readonly ValueProvider[];
  /** Modules that provide the revocations. */
  authImports?: AuthOptions['imports'];
}

/**
 * Modules that every service needs in addition to its features: configuration, logging, access control, jobs, database and
 * operations.
 */
export function serviceModules(parts: ServiceParts): DynamicModule[] {
  const { service, config, log, values = [], jobs, schedules = [], events = [] } = parts;
  const { entities, migrations, revocations, authImports } = parts;
  return [
    ConfigModule.forRoot(config, [{ provide: LOG, useValue: log }, ...values]),
    AuthModule.forRoot({
      service,
      keys: config,
      users: config,
      ...(authImports ? { imports: authImports } : {}),
      ...(revocations ? { revocations } : {}),
    }),
    JobsModule.forRoot({
      queueUrl: config.QUEUE_URL,
      lockMs: config.QUEUE_LOCK_MS,
      hostWorker: config.HOST_WORKER,
      jobs,
      schedules,
      log,
    }),
    PersistenceModule.forRoot({
      service,
      databaseUrl: config.DATABASE_URL,
      entities,
      migrations,
      events,
    }),
    OperationsModule.forRoot({ service, hearsEvents: events.length > 0 }),
  ];
}
