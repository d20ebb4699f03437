import { z } from 'zod';

/** The event that breaks off what is told event by event. */
export const problemEvent = z.object({
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
});

/** One of some events, with what it says, by their schemas. */
export type EventOf<Events extends Readonly<Record<string, z.ZodType>>> = {
  [Name in keyof Events]: { event: Name; data: z.infer<Events[Name]> };
}[keyof Events];
