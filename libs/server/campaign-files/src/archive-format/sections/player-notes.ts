import { NOTE_LIMITS } from '@tomekeeper/contracts-document';
import { z } from 'zod';
import { personName, sourceId, time, visibleTitle } from '../fields';
import { fitInNote } from '../passage-records';
import { passageRecord } from '../records';

/** A note that a player shares. Its author sees own private notes in their export as well. */
export const playerNoteRecord = z.object({
  id: sourceId,
  /** Absent for former members. */
  author: personName.optional(),
  audience: z.enum(['private', 'gms', 'party']),
  title: visibleTitle(NOTE_LIMITS.titleLength),
  created_at: time,
  passages: z.array(passageRecord).max(NOTE_LIMITS.passages).refine(fitInNote),
});
