import { SetMetadata } from '@nestjs/common';
import type { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { JobDefinition } from './job-definition';

const HANDLES_JOB = Symbol('handles job');

/** What a handler learns about the job beside its payload. */
export interface JobContext {
  jobId: string;
  /** 1 for the first try. */
  attempt: number;
  /** The last try: a failure now lands in the failed set. */
  isLastAttempt: boolean;
}

export type JobHandler = (payload: unknown, context: JobContext) => Promise<unknown>;

/** The method works on jobs of this definition: `(payload, context) => Promise`. */
export const HandlesJob = <Payload>(definition: JobDefinition<Payload>) =>
  SetMetadata(HANDLES_JOB, definition);

/** Every method of the application that carries the given metadata. */
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

/** Pairs every declared job with its handler. @throws when a job has none or two, or is not declared */
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
