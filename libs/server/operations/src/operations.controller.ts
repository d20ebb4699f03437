import { Controller, Get, HttpStatus, Param, Post, type Type } from '@nestjs/common';
import {
  failedJobs,
  jobId,
  retriedJobs,
  serviceState,
  type FailedJobs,
  type RetriedJobs,
  type ServiceState,
} from '@tomekeeper/contracts-operations';
import type { ServiceName } from '@tomekeeper/contracts-events';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  Operators,
  type Log,
  type User,
} from '@tomekeeper/service-kit';
import { z } from 'zod';
import { QueueOperations } from './queue-operations';
import { ServiceOperations } from './service-operations';

/** Audit log of operators' actions. */
export abstract class OperatorLog {
  abstract readonly log: Log;
}

const queueName = z.string().max(100);

/** `/api/operations/<service>/`, identical for every service. */
export function operationsController(service: ServiceName): Type {
  @Operators()
  @Controller(`api/operations/${service}`)
  class OperationsController {
    constructor(
      private readonly services: ServiceOperations,
      private readonly queues: QueueOperations,
      private readonly actions: OperatorLog,
    ) {}

    @Get()
    @Answers(serviceState)
    state(): Promise<ServiceState> {
      return this.services.state();
    }

    @Get('queues/:queue/failed')
    @Answers(failedJobs)
    failed(@Param('queue', { schema: queueName }) queue: string): Promise<FailedJobs> {
      return this.queues.failed(queue);
    }

    @Post('queues/:queue/failed/:job/retry')
    @AnswersNothing()
    async retry(
      @CurrentUser() { id: operator }: User,
      @Param('queue', { schema: queueName }) queue: string,
      @Param('job', { schema: jobId }) job: string,
    ): Promise<void> {
      await this.queues.retry(queue, job);
      this.actions.log.info({ operator, queue, job_id: job }, 'operator: retried a job');
    }

    @Post('queues/:queue/retry-all')
    @Answers(retriedJobs, { status: HttpStatus.OK })
    async retryAll(
      @CurrentUser() { id: operator }: User,
      @Param('queue', { schema: queueName }) queue: string,
    ): Promise<RetriedJobs> {
      const outcome = await this.queues.retryAll(queue);
      this.actions.log.info({ operator, queue, ...outcome }, 'operator: retried all failed jobs');
      return outcome;
    }
  }
  return OperationsController;
}
