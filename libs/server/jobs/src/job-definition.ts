import { SetMetadata } from '@nestjs/common';
import type { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { z } from 'zod';

/** Retry delay: doubles from `delayMs` up to `maxDelayMs`. */
export interface Backoff {
  type: 'exponential';
  delayMs: number;
  maxDelayMs: number;
}

/** A background job. Payloads contain ids; secrets are encrypted. */
export interface JobDefinition<Payload = unknown> {
  readonly name: string;
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /** Total attempts before the job moves to the failed set. */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** Concurrency limit per process for this queue; default 5. */
  readonly concurrency?: number;
}

const QUEUE_NAME = /^[a-z][a-z0-9-]*$/;

/** Declares a job with its payload, attempts and backoff. */
export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  // BullMQ separates key segments with colons, so a colon in a name would collide.
  if (!QUEUE_NAME.test(definition.queue) || !QUEUE_NAME.test(definition.name))
    throw new Error(`Job and queue names are kebab-case: ${definition.queue}/${definition.name}`);
  return definition;
}

/** Milliseconds before retry number `attempt` (1 = first retry), with up to 25% jitter. */
export function retryDelay(backoff: Backoff, attempt: number, random = Math.random): number {
  const delay = Math.min(backoff.delayMs * 2 ** (attempt - 1), backoff.maxDelayMs);
  return Math.round(delay * (1 - random() / 4));
}

const HANDLES_JOB = Symbol('handles job');

/** Job metadata for handlers. */
export interface JobContext {
  jobId: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Whether a failure now moves the job to the failed set. */
  isLastAttempt: boolean;
}

export type JobHandler = (payload: unknown, context: JobContext) => Promise<unknown>;

/** Marks a handler of this job: `(payload, context) => Promise`. */
export const HandlesJob = <Payload>(definition: JobDefinition<Payload>) =>
  SetMetadata(HANDLES_JOB, definition);

/** All methods of the application with the given metadata. */
export function decoratedMethods<Meta>(
  key: symbol,
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  reflector: Reflector,
): { meta: Meta; method: (...args: unknown[]) => Promise<unknown>; where: string }[] {
  const found = [];
  for (const wrapper of discovery.getProviders()) {
    const instance: unknown = wrapper.instance;
    if (typeof instance !== 'object' || instance === null) continue;
    const prototype: unknown = Object.getPrototypeOf(instance);
    if (typeof prototype !== 'object' || prototype === null) continue;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method !== 'function') continue;
      const meta = reflector.get<Meta | undefined>(key, method);
      if (meta !== undefined)
        found.push({
          meta,
          method: async (...args: unknown[]): Promise<unknown> =>
            Reflect.apply(method, instance, args),
          where: `${wrapper.name}.${name}`,
        });
    }
  }
  return found;
}

/**
 * Maps every declared job to its handler.
 * @throws if a job has no handler, several handlers or no declaration
 */
export function pairJobs(
  declared: readonly JobDefinition[],
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  reflector: Reflector,
): Map<JobDefinition, JobHandler> {
  const methods = decoratedMethods<JobDefinition>(HANDLES_JOB, discovery, scanner, reflector);
  const pairs = new Map<JobDefinition, JobHandler>();
  const problems: string[] = [];
  for (const job of declared) {
    const mine = methods.filter(({ meta }) => meta === job);
    if (mine.length === 0) problems.push(`job '${job.name}' has no handler`);
    if (mine.length > 1)
      problems.push(`job '${job.name}' has ${mine.length}: ${mine.map((m) => m.where).join(', ')}`);
    const [first] = mine;
    if (first) pairs.set(job, first.method);
  }
  for (const { meta, where } of methods)
    if (!declared.includes(meta)) problems.push(`${where} handles the undeclared '${meta.name}'`);
  if (problems.length > 0)
    throw new Error(`Jobs and handlers do not match: ${problems.join('; ')}.`);
  return pairs;
}
