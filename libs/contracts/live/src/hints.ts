import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/** What a hint is about. Readers pass over kinds that they do not know. */
export const hintKind = z.enum([
  /** Documents of a campaign: one came, went, or is called otherwise. */
  'documents',
  /** A campaign's own page: its title or game system. */
  'campaign',
  /** The list of campaigns: one came or went. */
  'campaigns',
  /** Who belongs to a campaign. */
  'members',
  /** A document is to be shown large, now. */
  'show',
  /** Who of a campaign is connected. */
  'presence',
]);
export type HintKind = z.infer<typeof hintKind>;

/** Kind of the one hint that stands for all that may have been missed: ask for everything again. */
export const EVERYTHING = 'everything';

/**
 * One event of `GET /api/live/`: that something changed, never what it is now. Who hears it asks the owner of the
 * fact, which decides anew what they may see.
 */
export const liveHint = z.object({
  /** Counts the hints of one person, so that nobody learns how many others get. */
  n: z.number().int(),
  /** A {@link HintKind} or {@link EVERYTHING}; a service that is newer than the open page may send others. */
  kind: z.string(),
  /** Null with {@link EVERYTHING}. */
  campaign: id.nullable(),
  /** What changed: a document's id for `documents` and `show`, the campaign's for the others. */
  id: id.nullable(),
  /** Id that a client of this person gave the change; absent for all other changes. */
  change: id.optional(),
});
export type LiveHint = z.infer<typeof liveHint>;

/** Query of `GET /api/live/`. */
export const liveQuery = z.object({
  /**
   * Seconds since the client began to ask for what it shows. Where nothing has changed in that time, it is not told to
   * ask for everything.
   */
  within: z.coerce.number().positive().max(3600).optional().catch(undefined),
});
export type LiveQuery = z.infer<typeof liveQuery>;

/** Bounds of streams. */
export const LIVE_LIMITS = {
  /** Streams of one person; the oldest makes room. */
  streamsPerPerson: 12,
  /** Hints are stored so long for those who come back. */
  storedSeconds: 60,
  /** A stream says at least so often that it is there. */
  heartbeatSeconds: 20,
} as const;
