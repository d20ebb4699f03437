import type { z } from 'zod';
import { parseRequest } from './parse-request';

/** An operation with its input still untyped, as the dispatcher sees it. */
export interface Operation {
  (body: unknown): Promise<object>;
}

/** Operations that belong together, by the names that clients call. */
export abstract class OperationGroup {
  abstract readonly operations: Readonly<Record<string, Operation>>;
}

/** Ties an operation to the form of its request. */
export function operation<Input>(
  schema: z.ZodType<Input>,
  run: (input: Input) => Promise<object>,
): Operation {
  return async (body) => run(parseRequest(schema, body));
}
