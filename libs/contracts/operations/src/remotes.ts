import { z } from 'zod';
import { timestamp } from '@tomekeeper/contracts-values';

/** Deployment state of a remote: live version, canary and rollback target. */
export const remoteState = z.object({
  id: z.string(),
  version: z.string(),
  /** Start of the live version; null if it was not recorded. */
  live_since: timestamp.nullable(),
  canary: z.object({ version: z.string(), percent: z.number().int() }).nullable(),
  previous: z.object({ version: z.string() }).nullable(),
});
export type RemoteState = z.infer<typeof remoteState>;

/** Response of `GET /api/operations/remotes/`. */
export const remotesState = z.object({ remotes: z.array(remoteState) });
export type RemotesState = z.infer<typeof remotesState>;
