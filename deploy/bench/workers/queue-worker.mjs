// Works off a queue that was filled before: with our library (LIBRARY=ours), or as BullMQ's documentation has it.
import { createRequire } from 'node:module';
import { createPostgresBackend, withBackend } from 'bullmq';
import { z } from 'zod';
import { CONCURRENCY, connectionTo, JOB, RETRY } from './queue-settings.mjs';

const { QUEUE_URL = '', QUEUE = '', LIBRARY, JOBS } = process.env;
const expected = Number(JOBS);

let done = 0;
let beganAt = 0;
let cpuBefore = process.cpuUsage();
async function workOn() {
  if (done === 0) {
    beganAt = performance.now();
    cpuBefore = process.cpuUsage();
  }
  if (++done < expected) return;
  const { user, system } = process.cpuUsage(cpuBefore);
  // The last of them is not counted as the first is not: between them lie `expected - 1` whole jobs.
  process.send?.({ ms: performance.now() - beganAt, cpuMs: (user + system) / 1000 });
}

if (LIBRARY === 'ours') startOurs();
else startBare();

function startOurs() {
  // As it was built: CommonJS whose names node can't tell from outside.
  const require = createRequire(import.meta.url);
  const { Queues, WorkerHost, defineJob } = require('../../../libs/server/jobs/dist/index.js');
  const job = defineJob({
    name: JOB,
    queue: QUEUE,
    payload: z.object({ mail_id: z.uuid() }),
    ...RETRY,
    concurrency: CONCURRENCY,
  });
  const log = { info() {}, warn: console.error, error: console.error };
  new WorkerHost(new Queues(QUEUE_URL).backend, log).start(new Map([[job, workOn]]));
}

function startBare() {
  const { Worker } = withBackend(createPostgresBackend);
  const worker = new Worker(QUEUE, workOn, {
    connection: connectionTo(QUEUE_URL),
    concurrency: CONCURRENCY,
  });
  worker.on('error', console.error);
}
