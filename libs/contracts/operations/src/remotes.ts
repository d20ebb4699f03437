import { z } from 'zod';
import { timestamp } from '@tomekeeper/contracts-values';

/** Where a remote stands: what everybody gets, what some do, what a rollback would lead to. */
export const remoteState = z.object({
  id: z.string(),
  version: z.string(),
  /** Since when it is live; null when it was not recorded. */
  live_since: timestamp.nullable(),
  canary: z.object({ version: z.string(), percent: z.number().int() }).nullable(),
  previous: z.object({ version: z.string() }).nullable(),
});
export type RemoteState = z.infer<typeof remoteState>;

/** Answer of `GET /api/operations/remotes/`. */
export const remotesState = z.object({ remotes: z.array(remoteState) });
export type RemotesState = z.infer<typeof remotesState>;
