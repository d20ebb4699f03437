import type { Operation, OperationGroup } from './operation';

/** All operations that the pool offers, by name. */
export type Operations = ReadonlyMap<string, Operation>;
export const OPERATIONS = Symbol('operations');

/** @throws when two groups offer the same operation */
export function collectOperations(...groups: OperationGroup[]): Operations {
  const all = new Map<string, Operation>();
  for (const { operations } of groups)
    for (const [name, operation] of Object.entries(operations)) {
      if (all.has(name)) throw new Error(`The operation ${name} is offered twice.`);
      all.set(name, operation);
    }
  return all;
}
