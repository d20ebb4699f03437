import type { BackendQueue } from './queue-backend';

/** Clocks may differ by this much. */
const SLACK_MS = 10_000;
/** Delayed jobs that are looked at each time, the soonest last. */
const MOST = 1000;

/**
 * BullMQ writes times by the clock of whichever process writes. While a host's clock is ahead, tries and schedules
 * are put off until a time that comes hours later once the clock is right again. What was added or last tried
 * at a time that is still to come is done now, and such schedules are deleted.
 * @returns whether schedules were deleted and must be added again
 */
export async function repairSchedules(queue: BackendQueue): Promise<boolean> {
  const latest = Date.now() + SLACK_MS;
  for (const job of await queue.getJobs('delayed', 0, MOST - 1)) {
    const isOfSchedule = job.repeatJobKey !== undefined;
    if (!isOfSchedule && (job.processedOn ?? job.timestamp) > latest) await job.promote();
  }
  let isDeleted = false;
  for (const { key, next = 0, every = 0 } of await queue.getJobSchedulers())
    if (next > latest + every) isDeleted = (await queue.removeJobScheduler(key)) || isDeleted;
  return isDeleted;
}
