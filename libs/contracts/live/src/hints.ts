import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/** Kind of an invalidation event. Consumers ignore unknown kinds. */
export const hintKind = z.enum([
  /** A document of a campaign was added, removed or renamed. */
  'documents',
  /** Comments on a document, or the setting of a campaign whether members can comment. */
  'comments',
  /** A campaign's title or game system. */
  'campaign',
  /** The list of campaigns: one was added or removed. */
  'campaigns',
  /** Members of a campaign. */
  'members',
  /** A session of a campaign, or an answer to its date. */
  'sessions',
  /** The board of a session, for GMs. */
  'board',
  /** A document is shown on players' screens. */
  'show',
  /** Online members of a campaign. */
  'presence',
]);
export type HintKind = z.infer<typeof hintKind>;

/** Kind of the event that replaces all possibly missed ones: refetch everything. */
export const EVERYTHING = 'everything';

/**
 * Invalidation event of `GET /api/live/`: says that data changed, never its new value. The client refetches from the owning
 * service, which checks permissions again.
 */
export const liveHint = z.object({
  /** Sequence number per user, so that it does not reveal other users' events. */
  n: z.number().int(),
  /** A {@link HintKind} or {@link EVERYTHING}; a service newer than the open page may send others. */
  kind: z.string(),
  /** Null for {@link EVERYTHING}. */
  campaign: id.nullable(),
  /** Changed resource: a document for `documents`, `comments` and `show`, a session for `sessions` and `board`, otherwise the campaign. */
  id: id.nullable(),
  /** Change id assigned by a client of the same user; absent for all other changes. */
  change: id.optional(),
});
export type LiveHint = z.infer<typeof liveHint>;

/** Query of `GET /api/live/`. */
export const liveQuery = z.object({
  /** Seconds since the client started to load its data. If nothing changed since, it does not receive `everything`. */
  within: z.coerce.number().positive().max(3600).optional().catch(undefined),
});
export type LiveQuery = z.infer<typeof liveQuery>;

/** Limits of streams. */
export const LIVE_LIMITS = {
  /** Streams per user; a new one closes the oldest. */
  streamsPerPerson: 12,
  /** Retention of events for reconnecting clients, in seconds. */
  storedSeconds: 60,
  /** Maximum interval between heartbeats, in seconds. */
  heartbeatSeconds: 20,
} as const;
