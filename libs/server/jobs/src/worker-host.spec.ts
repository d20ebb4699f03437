import { UnrecoverableError, type Job } from 'bullmq';
import { createLog } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { JobDefinition } from './job-definition';
import type { QueueBackend } from './queue-backend';
import { WorkerHost } from './worker-host';

const seen: JobDefinition<{ id: string }> = {
  name: 'campaign.deleted',
  queue: 'events-document',
  payload: z.object({ id: z.string() }),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 1, maxDelayMs: 1 },
};

/** The worker's processor for jobs of that queue. */
function startWorker(handler: () => Promise<unknown>): (job: unknown) => Promise<unknown> {
  let work: ((job: Job) => Promise<unknown>) | undefined;
  const backend = {
    worker: (_queue: string, process: (job: Job) => Promise<unknown>) => {
      work = process;
      return { close: async () => {} };
    },
  } as unknown as QueueBackend;
  new WorkerHost(backend, createLog('jobs', 'silent')).start(new Map([[seen, handler]]));
  return async (job) => work?.({ attemptsMade: 0, id: '1', ...(job as object) } as Job);
}

it('moves a job of a newer version to the failed set, and processes the others', async () => {
  const handler = jest.fn(async () => undefined);
  const work = startWorker(handler);
  await expect(work({ name: 'campaign.renamed', data: { payload: {} } })).rejects.toBeInstanceOf(
    UnrecoverableError,
  );
  await work({ name: 'campaign.deleted', data: { payload: { id: 'a', added_since: 1 } } });
  expect(handler).toHaveBeenCalledTimes(1);
  expect(handler).toHaveBeenCalledWith({ id: 'a' }, expect.anything());
});
