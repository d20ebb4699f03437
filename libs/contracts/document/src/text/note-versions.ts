import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { PASSAGE_LIMITS, passage } from './passages';

export const NOTE_VERSION_LIMITS = {
  /** Maximum versions per note, including the current one; beyond it the oldest is deleted. */
  kept: 100,
  /** Retention of superseded versions, in days. The current one never expires. */
  days: 90,
  /** Saves of one user within this many minutes form one version. */
  minutes: 10,
} as const;

/** Version of a note's text, for GMs: its state after the version's last save. */
export const noteVersion = z.object({
  id,
  /** Version number of the note. */
  number: z.number().int(),
  /** Author; absent if unknown. */
  by: id.optional(),
  at: timestamp,
  /** Title of the note at that time. */
  title: z.string(),
  /** Number of passages. */
  total: z.number().int(),
});
export type NoteVersion = z.infer<typeof noteVersion>;

/** Response of `GET /api/documents/{id}/text-versions/`: newest first. */
export const noteVersionsAnswer = z.object({
  versions: z.array(noteVersion).max(NOTE_VERSION_LIMITS.kept),
});
export type NoteVersionsAnswer = z.infer<typeof noteVersionsAnswer>;

/** Query of `GET /api/documents/{id}/text-versions/{version}/`: 0-based index of the first passage. */
export const noteVersionQuery = z.object({
  from: z.coerce
    .number({ error: 'from must be a number.' })
    .int({ error: 'from must be a whole number.' })
    .min(0, { error: 'from must be at least 0.' })
    .max(1_000_000, { error: 'from must be at most 1000000.' })
    .default(0),
  limit: z.coerce
    .number({ error: 'limit must be a number.' })
    .int({ error: 'limit must be a whole number.' })
    .min(1, { error: 'limit must be at least 1.' })
    .max(PASSAGE_LIMITS.page, { error: `limit must be at most ${PASSAGE_LIMITS.page}.` })
    .default(PASSAGE_LIMITS.page),
});
export type NoteVersionQuery = z.infer<typeof noteVersionQuery>;

/** Passage in a version. `version` is the save that wrote its text; `audience` is the audience after restoring the version. */
export const pastPassage = passage
  .omit({ page: true, region: true, own_audience: true, players: true })
  .extend({ version: z.number().int() });
export type PastPassage = z.infer<typeof pastPassage>;

/** Response of `GET /api/documents/{id}/text-versions/{version}/`: a page of passages in reading order. */
export const noteVersionAnswer = noteVersion.extend({
  passages: z.array(pastPassage).max(PASSAGE_LIMITS.page),
  /** Value of `from` for the next page; absent on the last page. */
  next: z.number().int().optional(),
});
export type NoteVersionAnswer = z.infer<typeof noteVersionAnswer>;

/**
 * Response of `POST /api/documents/{id}/text-versions/{version}/restore/`: restores the version's text and keeps the title. The
 * restore is a save with its own version, so restoring `replaced` undoes it. It never widens an audience: existing passages keep
 * at most their current one, and deleted ones become GM-only.
 */
export const restoredNoteAnswer = z.object({
  /** Current version of the note. */
  version: z.number().int(),
  /** Number of passages with changed text, restored passages and removed passages. */
  changed: z.number().int(),
  /** Version before the restore; absent if nothing changed. */
  replaced: id.optional(),
});
export type RestoredNoteAnswer = z.infer<typeof restoredNoteAnswer>;
