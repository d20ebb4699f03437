import { z } from 'zod';
import { timestamp } from '@tomekeeper/contracts-values';

/** Failed jobs of one answer, the newest. */
export const MAX_FAILED_SHOWN = 50;
/** Jobs that one call tries again. */
export const MAX_RETRIED_AT_ONCE = 500;

const count = z.number().int().min(0);
const seconds = z.number().min(0);

/** How full a queue is. */
export const queueState = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  /** Delayed: scheduled for later, or waiting between two tries. */
  delayed: count,
  /** Failed: the queue tries it no more. */
  failed: count,
  /** Since the oldest waiting job was added; 0 where none waits. */
  oldest_waiting_seconds: seconds,
});
export type QueueState = z.infer<typeof queueState>;

/** What was written down for the queues and not handed to them yet. */
export const outboxState = z.object({ waiting: count, oldest_seconds: seconds });
export type OutboxState = z.infer<typeof outboxState>;

/** Something else that a service tells of itself, in words. */
export const serviceFigure = z.object({
  name: z.string(),
  value: z.string(),
  needs_look: z.literal(true).optional(),
});
export type ServiceFigure = z.infer<typeof serviceFigure>;

/** Answer of `GET /api/operations/<service>/`: the replica that answered, and what all of them share. */
export const serviceState = z.object({
  service: z.string(),
  /** Fingerprint of the code that the replica runs: the same for all of one build. */
  version: z.string(),
  started_at: timestamp,
  /** Names the replica. */
  instance: z.string(),
  /** null: the queues are unreachable. */
  queues: z.array(queueState).nullable(),
  /** null: the database is unreachable. */
  outbox: outboxState.nullable(),
  /** Of services that have some; null: they can not be read. */
  figures: z.array(serviceFigure).nullish(),
});
export type ServiceState = z.infer<typeof serviceState>;

/** The process that makes vectors of texts, as the replica that answered tells it. */
export const searchModelProcess = z.object({
  version: z.string(),
  started_at: timestamp,
  instance: z.string(),
  waiting_texts: count,
  /** Why it has no model, in a sentence; null while it has one. */
  trouble: z.string().nullable(),
});
export type SearchModelProcess = z.infer<typeof searchModelProcess>;

/** Answer of `GET /api/operations/search-model/`, by the search service, which alone may ask that process. */
export const searchModelState = z.object({
  /** Not where an outside service takes its place, or nothing does. */
  is_used: z.boolean(),
  /** null: it is not used, or does not answer. */
  process: searchModelProcess.nullable(),
});
export type SearchModelState = z.infer<typeof searchModelState>;

/** A job that no further try follows for. What it was to do is not shown: mails hold addresses and links. */
export const failedJob = z.object({
  id: z.string(),
  name: z.string(),
  attempts: count,
  failed_at: timestamp,
  /** In a line, without anything that could name a person or open something. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** Answer of `GET /api/operations/<service>/queues/<queue>/failed/`: newest first. */
export const failedJobs = z.object({
  jobs: z.array(failedJob).max(MAX_FAILED_SHOWN),
  total: count,
});
export type FailedJobs = z.infer<typeof failedJobs>;

/** Answer of `POST /api/operations/<service>/queues/<queue>/retry-all/`. */
export const retriedJobs = z.object({
  retried: count,
  /** Failed jobs that are left for another call. */
  left: count,
});
export type RetriedJobs = z.infer<typeof retriedJobs>;

/** A job's id, as a part of a path. */
export const jobId = z.string().min(1).max(300);

export const OPERATIONS_CODES = {
  unknownQueue: 'operations.unknown_queue',
  /** It was tried again or removed meanwhile. */
  jobNotFailed: 'operations.job_not_failed',
} as const;
