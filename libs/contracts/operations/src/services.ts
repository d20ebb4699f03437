import { z } from 'zod';
import { timestamp } from '@tomekeeper/contracts-values';

/** Maximum failed jobs per response, newest first. */
export const MAX_FAILED_SHOWN = 50;
/** Maximum jobs retried per call. */
export const MAX_RETRIED_AT_ONCE = 500;

const count = z.number().int().min(0);
const seconds = z.number().min(0);

/** Job counts of a queue. */
export const queueState = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  /** Scheduled for later, or waiting for a retry. */
  delayed: count,
  /** Failed permanently, without further retries. */
  failed: count,
  /** Age of the oldest waiting job; 0 if none waits. */
  oldest_waiting_seconds: seconds,
});
export type QueueState = z.infer<typeof queueState>;

/** Outbox entries that are not yet in the queues. */
export const outboxState = z.object({ waiting: count, oldest_seconds: seconds });
export type OutboxState = z.infer<typeof outboxState>;

/** Additional statistic of a service, as text. */
export const serviceFigure = z.object({
  name: z.string(),
  value: z.string(),
  needs_look: z.literal(true).optional(),
});
export type ServiceFigure = z.infer<typeof serviceFigure>;

/** Response of `GET /api/operations/<service>/`: the responding replica and the state shared by all. */
export const serviceState = z.object({
  service: z.string(),
  /** Fingerprint of the replica's code, the same for all replicas of a build. */
  version: z.string(),
  started_at: timestamp,
  /** Id of the replica. */
  instance: z.string(),
  /** Null if the queues are unreachable. */
  queues: z.array(queueState).nullable(),
  /** Null if the database is unreachable. */
  outbox: outboxState.nullable(),
  /** Only for services with statistics; null if unavailable. */
  figures: z.array(serviceFigure).nullish(),
});
export type ServiceState = z.infer<typeof serviceState>;

/** The process that computes embeddings, as reported by the responding replica. */
export const searchModelProcess = z.object({
  version: z.string(),
  started_at: timestamp,
  instance: z.string(),
  waiting_texts: count,
  /** Reason for the missing model, in a sentence; null while a model is loaded. */
  trouble: z.string().nullable(),
});
export type SearchModelProcess = z.infer<typeof searchModelProcess>;

/** Response of `GET /api/operations/search-model/` by the search service, the only client of that process. */
export const searchModelState = z.object({
  /** False if an external service or none computes embeddings. */
  is_used: z.boolean(),
  /** Null if unused or unresponsive. */
  process: searchModelProcess.nullable(),
});
export type SearchModelState = z.infer<typeof searchModelState>;

/** A permanently failed job. Its payload is hidden, because mails contain addresses and links. */
export const failedJob = z.object({
  id: z.string(),
  name: z.string(),
  attempts: count,
  failed_at: timestamp,
  /** One line, without personal data or secrets. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** Response of `GET /api/operations/<service>/queues/<queue>/failed/`: newest first. */
export const failedJobs = z.object({
  jobs: z.array(failedJob).max(MAX_FAILED_SHOWN),
  total: count,
});
export type FailedJobs = z.infer<typeof failedJobs>;

/** Response of `POST /api/operations/<service>/queues/<queue>/retry-all/`. */
export const retriedJobs = z.object({
  retried: count,
  /** Failed jobs that remain for another call. */
  left: count,
});
export type RetriedJobs = z.infer<typeof retriedJobs>;

/** Id of a job in a path. */
export const jobId = z.string().min(1).max(300);

export const OPERATIONS_CODES = {
  unknownQueue: 'operations.unknown_queue',
  /** The job was retried or removed meanwhile. */
  jobNotFailed: 'operations.job_not_failed',
} as const;
