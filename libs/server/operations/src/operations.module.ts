import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@tomekeeper/contracts-events';
import { eventQueue, JOBS_OPTIONS, Queues, type JobsOptions } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { thisReplica } from '@tomekeeper/service-kit';
import { operationsController, OperatorLog } from './operations.controller';
import { QueueOperations } from './queue-operations';
import { ServiceFigures } from './service-figures';
import { ServiceOperations } from './service-operations';

export interface OperationsOptions {
  service: ServiceName;
  /** Whether the service handles events, which have their own queue. */
  hearsEvents?: boolean;
}

/** Operators' API of a service. */
@Module({})
export class OperationsModule {
  static forRoot({ service, hearsEvents = false }: OperationsOptions): DynamicModule {
    return {
      module: OperationsModule,
      // Features add their own statistics.
      global: true,
      controllers: [operationsController(service)],
      exports: [ServiceFigures],
      providers: [
        ServiceFigures,
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
          inject: [QueueOperations, UnitOfWork, ServiceFigures, JOBS_OPTIONS],
          useFactory: (
            queues: QueueOperations,
            uow: UnitOfWork,
            figures: ServiceFigures,
            { log }: JobsOptions,
          ) => new ServiceOperations(service, thisReplica(), { queues, uow, figures }, log),
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
