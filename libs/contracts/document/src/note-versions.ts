import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { passage, PASSAGE_LIMITS } from './passages';

export const NOTE_VERSION_LIMITS = {
  /** Versions of one note, its present text among them; beyond it the oldest goes. */
  kept: 100,
  /** Days for which a version is kept after another has followed it. The newest stays. */
  days: 90,
  /** What one person saves within so many minutes is one version. */
  minutes: 10,
} as const;

/** A version of a note's text, for GMs: as it was after the last of the saves that belong to it. */
export const noteVersion = z.object({
  id,
  /** The note's version that it is. */
  number: z.number().int(),
  /** Who saved it; absent where nobody knows any longer. */
  by: id.optional(),
  at: timestamp,
  /** What the note was called. */
  title: z.string(),
  /** How many passages it had. */
  total: z.number().int(),
});
export type NoteVersion = z.infer<typeof noteVersion>;

/** Answer of `GET /api/documents/{id}/text-versions/`: newest first. */
export const noteVersionsAnswer = z.object({
  versions: z.array(noteVersion).max(NOTE_VERSION_LIMITS.kept),
});
export type NoteVersionsAnswer = z.infer<typeof noteVersionsAnswer>;

/** Query of `GET /api/documents/{id}/text-versions/{version}/`: from which of its passages on, counted from 0. */
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

/**
 * A passage as it was in a version. `version` is the save that wrote these words. `audience` is for whom they are once the version
 * is restored.
 */
export const pastPassage = passage
  .omit({ page: true, region: true, own_audience: true, players: true })
  .extend({ version: z.number().int() });
export type PastPassage = z.infer<typeof pastPassage>;

/** Answer of `GET /api/documents/{id}/text-versions/{version}/`: some of its passages, in reading order. */
export const noteVersionAnswer = noteVersion.extend({
  passages: z.array(pastPassage).max(PASSAGE_LIMITS.page),
  /** Give it as `from` to go on; absent where these were the last. */
  next: z.number().int().optional(),
});
export type NoteVersionAnswer = z.infer<typeof noteVersionAnswer>;

/**
 * Answer of `POST /api/documents/{id}/text-versions/{version}/restore/`: the note has the version's text again, its title stays. It
 * is a save and a version of its own, so the one that `replaced` names takes it back. A passage that lives is for no more people
 * than now, one that had gone for GMs alone.
 */
export const restoredNoteAnswer = z.object({
  /** The note's version now. */
  version: z.number().int(),
  /** Passages that have other words than before, came back, or went. */
  changed: z.number().int(),
  /** The version that the note had before; absent where nothing changed. */
  replaced: id.optional(),
});
export type RestoredNoteAnswer = z.infer<typeof restoredNoteAnswer>;
