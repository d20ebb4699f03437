import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { AUDIENCE_LIMITS } from './audiences';

/** Kind of a ledger entry. `write` is text that got an audience different from its document's in a save. */
export const ledgerAct = z.enum([
  'opening',
  'upload',
  'reveal',
  'hide',
  'delete',
  'restore',
  'replace',
  'noticed',
  'take_back',
  'write',
  /** Shown temporarily (`keep: false`); visibility did not change. */
  'show',
]);

/** Ledger entry of a document or of passages of one document. */
export const ledgerEntry = z.object({
  id,
  at: timestamp,
  act: ledgerAct,
  /** Absent if the author is unknown. */
  by: id.optional(),
  document: id,
  /** The handout of the document that changed, if it has its own id. */
  handout: id.optional(),
  /** Current title; absent if the document is permanently deleted. */
  title: z.string().optional(),
  /** Title shown to players of a partially visible spoiler. */
  public_title: z.string().optional(),
  audience: z.enum(['gm', 'party', 'players']),
  /** For chosen players: current members only. */
  players: z.array(id).optional(),
  /** For passages: their number, and the first existing ones with the beginning of their text. */
  passages: z
    .object({
      count: z.number().int(),
      first: z.array(z.object({ id, text: z.string() })).max(AUDIENCE_LIMITS.ledgerWords),
    })
    .optional(),
  /** The entry changed the document's default; `passages` are those whose own audience changed with it. */
  of_document: z.literal(true).optional(),
  /** Players who opened the content of the entry, with the first time; also after an undo. Current members only. */
  opened: z.array(z.object({ player: id, at: timestamp })).optional(),
  /** Whether `DELETE /api/documents/{document}/acts/{id}/` would change anything now. */
  can_take_back: z.boolean(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

const moment = (field: string) =>
  z.iso.datetime({ offset: true, error: `${field} must be a date and time.` });

/** Query of `GET /api/campaigns/{id}/ledger/`, for GMs. `from`, `until` and `order` cannot be combined with `player`. */
export const ledgerQuery = z.object({
  /** Returns the knowledge of one player or of the party instead of the entries. */
  player: z.union([z.literal('party'), id.toLowerCase()]).optional(),
  /** With `player`: point in time; defaults to now. */
  as_of: moment('as_of').optional(),
  /** Returns entries at or after this time. */
  from: moment('from').optional(),
  /** Returns entries before this time. */
  until: moment('until').optional(),
  /** Order of the entries; defaults to `newest` first. */
  order: z.enum(['newest', 'oldest'], { error: 'order must be newest or oldest.' }).optional(),
  /** Returns the entries of imported archives instead. Cannot be combined with `player`. */
  imported: z.literal('true', { error: 'imported must be true.' }).optional(),
  /** Cursor: entries or documents after this id. */
  after: id.optional(),
  /** Maximum entries or documents of the response. */
  limit: z.coerce
    .number({ error: 'limit must be a number.' })
    .int({ error: 'limit must be a whole number.' })
    .min(1, { error: 'limit must be at least 1.' })
    .max(AUDIENCE_LIMITS.ledgerPage, {
      error: `limit must be at most ${AUDIENCE_LIMITS.ledgerPage}.`,
    })
    .default(AUDIENCE_LIMITS.ledgerPage),
});
export type LedgerQuery = z.infer<typeof ledgerQuery>;

/** A document that is at least partially visible to players. */
export const knownDocument = z.object({
  document: id,
  /** The handout of the document that they see, if it has its own id. */
  handout: id.optional(),
  title: z.string(),
  /** Title that players see if it differs from the real title. */
  public_title: z.string().optional(),
  since: timestamp,
  /** Whether players have access to the file and all its text. */
  whole: z.boolean(),
  /** Number of visible passages, and the first of them. */
  passages: z.object({
    count: z.number().int(),
    first: z.array(z.object({ id, text: z.string() })).max(AUDIENCE_LIMITS.ledgerWords),
  }),
});
export type KnownDocument = z.infer<typeof knownDocument>;

/** An entry of the ledger of an imported archive, without undo and account. */
export const importedLedgerEntry = z.object({
  id,
  at: timestamp,
  act: ledgerAct,
  /** Name of the GM in the archive. */
  by: z.string().optional(),
  /** Absent if the document was not imported, or is deleted. */
  document: id.optional(),
  title: z.string().optional(),
  audience: z.enum(['gm', 'party', 'players']),
  /** Names of chosen players in the archive. */
  players: z.array(z.string()).optional(),
  /** Number of passages; absent for a whole document. */
  passages: z.number().int().optional(),
});
export type ImportedLedgerEntry = z.infer<typeof importedLedgerEntry>;

/** Response of `GET /api/campaigns/{id}/ledger/`: entries or, with `player`, visible documents. */
export const ledgerAnswer = z.object({
  imported: z.array(importedLedgerEntry).max(AUDIENCE_LIMITS.ledgerPage).optional(),
  entries: z.array(ledgerEntry).max(AUDIENCE_LIMITS.ledgerPage).optional(),
  known: z.array(knownDocument).max(AUDIENCE_LIMITS.ledgerPage).optional(),
  /** Cursor of the next page, for `after`. */
  next: id.optional(),
});
export type LedgerAnswer = z.infer<typeof ledgerAnswer>;
