import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@tomekeeper/contracts-events';
import { eventQueue, JOBS_OPTIONS, Queues, type JobsOptions } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { operationsController, OperatorLog } from './operations.controller';
import { QueueOperations } from './queue-operations';
import { thisReplica } from './replica';
import { ServiceOperations } from './service-operations';

export interface OperationsOptions {
  service: ServiceName;
  /** Whether the service handles events, on a queue of their own. */
  hearsEvents?: boolean;
}

/** What operators may see and do of a service, beside its jobs and its persistence. */
@Module({})
export class OperationsModule {
  static forRoot({ service, hearsEvents = false }: OperationsOptions): DynamicModule {
    return {
      module: OperationsModule,
      controllers: [operationsController(service)],
      providers: [
        {
          provide: QueueOperations,
          inject: [Queues, JOBS_OPTIONS],
          useFactory: (queues: Queues, { jobs }: JobsOptions) => {
            const own = jobs.map(({ queue }) => queue);
            const names = new Set(hearsEvents ? [eventQueue(service), ...own] : own);
            return new QueueOperations(queues, [...names]);
          },
        },
        {
          provide: ServiceOperations,
          inject: [QueueOperations, UnitOfWork, JOBS_OPTIONS],
          useFactory: (queues: QueueOperations, uow: UnitOfWork, { log }: JobsOptions) =>
            new ServiceOperations(service, thisReplica(), queues, uow, log),
        },
        {
          provide: OperatorLog,
          inject: [JOBS_OPTIONS],
          useFactory: ({ log }: JobsOptions): OperatorLog => ({ log }),
        },
      ],
    };
  }
}
