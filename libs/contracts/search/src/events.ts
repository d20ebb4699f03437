import { z } from 'zod';

/** Ends a stream after an error. */
export const problemEvent = z.object({
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
});

/** Union of events, by their schemas. */
export type EventOf<Events extends Readonly<Record<string, z.ZodType>>> = {
  [Name in keyof Events]: { event: Name; data: z.infer<Events[Name]> };
}[keyof Events];
