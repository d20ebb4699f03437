import { ledgerAct } from '@tomekeeper/contracts-document';
import { z } from 'zod';
import { lineText, personName, sourceId, time } from '../fields';

/** An entry of the ledger, for readers; imports change no audience by entries. */
export const ledgerRecord = z.object({
  id: sourceId,
  at: time,
  act: ledgerAct,
  by: personName.optional(),
  /** Absent if the document is not in the export. */
  document: sourceId.optional(),
  title: lineText(1000).optional(),
  audience: z.enum(['gm', 'party', 'players']),
  /** Names of chosen players. */
  players: z.array(personName).max(1000).optional(),
  /** Number of passages; absent for entries about a whole document. */
  passages: z.number().int().min(0).max(1_000_000).optional(),
});
