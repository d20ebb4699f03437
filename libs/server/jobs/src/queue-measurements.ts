import type { Metrics } from '@tomekeeper/service-kit';
import type { BackendQueue } from './queue-backend';
import type { Queues } from './queues';

/** How full the queues are whose jobs this process works on, and how long the oldest job has waited. */
export function measureQueues(metrics: Metrics, queues: Queues): void {
  const ofEach = <Result>(look: (queue: BackendQueue) => Promise<Result>) =>
    Promise.all([...queues.workedOn].map((name) => look(queues.queue(name))));
  metrics.measure({
    name: 'queue_jobs',
    help: 'Jobs of a queue by state; failed ones wait for people.',
    labelNames: ['queue', 'state'],
    read: async () => {
      const perQueue = await ofEach(async (queue) => {
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
        return Object.entries(counts).map(([state, value]) => ({
          labels: { queue: queue.name, state },
          value,
        }));
      });
      return perQueue.flat();
    },
  });
  metrics.measure({
    name: 'queue_oldest_waiting_seconds',
    help: 'Time since the oldest waiting job was added; 0 where none waits.',
    labelNames: ['queue'],
    read: () =>
      ofEach(async (queue) => ({
        labels: { queue: queue.name },
        value: await oldestWaiting(queue),
      })),
  });
}

/** Seconds since the oldest waiting job was added; 0 where none waits. */
export async function oldestWaiting(queue: BackendQueue): Promise<number> {
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  if (waiting === 0) return 0;
  // The two backends do not agree which end of a queue comes first.
  const ends = await Promise.all(
    [0, waiting - 1].map((place) => queue.getJobs(['waiting'], place, place, true)),
  );
  return Math.max(0, ...ends.flat().map(({ timestamp }) => (Date.now() - timestamp) / 1000));
}
