import type { Queues, Schedule } from '@tomekeeper/jobs';
import type { Log } from '@tomekeeper/service-kit';
import type { UnitOfWork } from './unit-of-work';

type DueSchedule = Schedule & { due: string };

/** Runs the schedules with a `due` query: asks the database once per interval, and adds the job if it has work and none waits. */
export class DueSchedules {
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly schedules: readonly Schedule[],
    private readonly uow: UnitOfWork,
    private readonly queues: Queues,
    private readonly log: Log,
  ) {}

  start(): void {
    for (const schedule of this.schedules)
      if (isDueSchedule(schedule))
        this.timers.push(setInterval(() => void this.look(schedule), schedule.everyMs).unref());
  }

  stop(): void {
    this.timers.forEach(clearInterval);
  }

  private async look({ job, due, payload = {} }: DueSchedule): Promise<void> {
    try {
      if ((await this.uow.query(due)).length === 0) return;
      const { waiting = 0 } = await this.queues.queue(job.queue).getJobCounts('waiting');
      if (waiting === 0) await this.queues.add(job.queue, job.name, payload, job);
    } catch (error) {
      this.log.warn({ err: error, job: job.name }, 'schedule: will retry');
    }
  }
}

const isDueSchedule = (schedule: Schedule): schedule is DueSchedule => schedule.due !== undefined;
