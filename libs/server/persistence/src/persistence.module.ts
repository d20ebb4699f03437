import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { EventDefinition, ServiceName } from '@tomekeeper/contracts-events';
import { JOBS_OPTIONS, type JobsOptions, Queues, WorkerHost } from '@tomekeeper/jobs';
import { Metrics, Readiness } from '@tomekeeper/service-kit';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions, migrationsOf } from './data-source';
import { expectKnownMigrations } from './known-migrations';
import { DueSchedules } from './due-schedules';
import { pairEvents } from './event-consumer';
import { UnitOfWork } from './unit-of-work';
import { OutboxRelay } from './outbox-relay';

/** Metrics of this process's connection pool and of the service's outbox. */
export function measureDatabase(metrics: Metrics, database: DataSource): void {
  metrics.measure({
    name: 'database_connections',
    help: 'Connections of this process: in use, idle; and callers that wait for one.',
    labelNames: ['state'],
    read: () => {
      // TypeORM does not expose its pool's counts.
      const { master } = database.driver as unknown as { master: Pool };
      const { totalCount, idleCount, waitingCount } = master;
      return [
        { labels: { state: 'used' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
        { labels: { state: 'waiting' }, value: waitingCount },
      ];
    },
  });
  metrics.measure({
    name: 'database_connections_limit',
    help: 'Most connections that this process may have.',
    read: () => {
      const { master } = database.driver as unknown as { master: Pool };
      return [{ value: master.options.max }];
    },
  });
  metrics.measure({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest outbox entry that waits for the queues; 0 if none waits.',
    read: async () => {
      const rows: { seconds: number }[] = await database.query(
        `SELECT extract(epoch FROM now() - created_at)::float8 AS seconds
           FROM outbox ORDER BY seq LIMIT 1`,
      );
      return [{ value: rows[0]?.seconds ?? 0 }];
    },
  });
}

export interface PersistenceOptions extends DatabaseOptions {
  service: ServiceName;
  /** Events that this service handles; each needs one `@HandlesEvent` method. */
  events?: readonly EventDefinition[];
}

const PERSISTENCE_OPTIONS = Symbol('persistence options');
/** Retention of inbox rows, longer than any event can be in flight. */
const INBOX_KEPT = '90 days';

/** Runs the relay and, in worker processes, the event consumers. */
@Injectable()
class PersistenceLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly host: WorkerHost;
  private readonly dueSchedules: DueSchedules;

  constructor(
    @Inject(PERSISTENCE_OPTIONS) private readonly options: PersistenceOptions,
    @Inject(JOBS_OPTIONS) private readonly jobs: JobsOptions,
    private readonly uow: UnitOfWork,
    private readonly relay: OutboxRelay,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly queues: Queues,
    readiness: Readiness,
    metrics: Metrics,
    private readonly database: DataSource,
  ) {
    this.host = new WorkerHost(this.queues.backend, jobs.log);
    this.dueSchedules = new DueSchedules(jobs.schedules ?? [], uow, queues, jobs.log);
    readiness.register('database', () => uow.query('SELECT 1 FROM migrations LIMIT 1'));
    measureDatabase(metrics, database);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { service, events = [] } = this.options;
    await expectKnownMigrations(
      this.database,
      migrationsOf(this.options).map(({ name }) => name),
    );
    const pairs = pairEvents(
      service,
      events,
      this.discovery,
      this.scanner,
      new Reflector(),
      this.uow,
    );
    // API processes relay too, so that their rows do not wait for a worker's next poll.
    this.relay.start();
    if (!this.jobs.hostWorker) return;
    await this.uow.query(`DELETE FROM inbox WHERE handled_at < now() - interval '${INBOX_KEPT}'`);
    for (const { queue } of pairs.keys()) this.queues.workedOn.add(queue);
    this.host.start(pairs);
    this.dueSchedules.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.dueSchedules.stop();
    await this.host.close();
    await this.relay.stop();
  }
}

/** Database, units of work, outbox, inbox and event handlers of a service. */
@Global()
@Module({})
export class PersistenceModule {
  static forRoot(options: PersistenceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      imports: [
        DiscoveryModule,
        TypeOrmModule.forRoot({
          ...dataSourceOptions(options),
          retryAttempts: 20,
          retryDelay: 500,
        }),
        TypeOrmModule.forFeature([...options.entities]),
      ],
      providers: [
        { provide: PERSISTENCE_OPTIONS, useValue: options },
        {
          provide: OutboxRelay,
          inject: [DataSource, Queues, JOBS_OPTIONS],
          useFactory: (database: DataSource, queues: Queues, jobs: JobsOptions) =>
            new OutboxRelay(database, queues, jobs.log, options.databaseUrl),
        },
        UnitOfWork,
        PersistenceLifecycle,
      ],
      exports: [UnitOfWork, TypeOrmModule],
    };
  }
}
