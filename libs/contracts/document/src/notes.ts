import { z } from 'zod';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { AUDIENCE_LIMITS } from './audiences';
import { finalizeRequest } from './documents';
import { passage, passageContent, passageKind } from './passages';
import { titleSeenBy } from './seen-title';

export const NOTE_LIMITS = {
  titleLength: 255,
  /** UTF-16 units of Markdown that a new note is made of; a body of 256 KiB is refused before. Longer texts come as files. */
  markdownLength: 200_000,
  /** Passages of one note. */
  passages: 20_000,
  /** UTF-8 bytes of text of one note. */
  textBytes: 2 * 1024 * 1024,
  /** Passages, and UTF-8 bytes of their content, of one page of `GET …/editing/`; a single larger passage is a page. */
  editingPage: 500,
  editingPageBytes: 512 * 1024,
  /** Changed passages of one save, and removed ones. */
  changes: 500,
  /** Of a picture that is uploaded for a note. */
  imageMegabytes: 20,
} as const;

/** Largest version of a note and position of a passage. */
const MAX_VERSION = 2_000_000_000;

function isCursor(text: string): boolean {
  const [, position, passage] = /^(\d{1,10}):(.*)$/.exec(text) ?? [];
  return Number(position) <= MAX_VERSION && id.safeParse(passage).success;
}

export const noteTitle = requiredText('title', NOTE_LIMITS.titleLength);

/** Body of `POST /api/documents/notes/`, for GMs; the answer is the document. */
export const createNoteRequest = z.object({
  campaign: id,
  title: noteTitle,
  is_spoilers: z.boolean({ error: 'is_spoilers must be true or false.' }).default(true),
  /** Cut into passages; `> [!secret]` callouts are for GMs alone. */
  markdown: z
    .string({ error: 'markdown must be text.' })
    .max(NOTE_LIMITS.markdownLength, {
      error: `markdown must have at most ${NOTE_LIMITS.markdownLength} characters.`,
    })
    .optional(),
  /** A random id that whoever makes it chooses: sent twice by the same person it makes one note, and answers that one. */
  idempotency_key: id.toLowerCase().optional(),
});
export type CreateNoteRequest = z.infer<typeof createNoteRequest>;

/** Ids that a writer chooses are compared: the same letters whatever their case. */
const passageId = id.toLowerCase();

/** For whom a passage is, as its writer was shown it; chosen players may all have left. */
const seenBy = z.union(
  [
    z.enum(['gm', 'party']),
    z.object({ players: z.array(id.toLowerCase()).max(AUDIENCE_LIMITS.players) }),
  ],
  { error: 'seen_by must be gm, party or a list of players.' },
);

/**
 * A passage that somebody wrote. `id` is that of a living one, or a random one that the writer chose for a new one, so that a save
 * sent twice makes it once. Of images, `inlines` are the words that stand in their place.
 */
export const passageChange = z.object({
  id: passageId,
  kind: passageKind,
  depth: z.number().int().min(0).max(8).default(0),
  level: z.number().int().min(1).max(6).optional(),
  content: passageContent.omit({ anchors: true }),
  /**
   * The passages that words of it come from (split, joined, cut or copied and pasted, a deletion undone): it is for no more
   * people than the narrowest of them. Left out of a new one, it is for no more people than the passage above it; an empty list says
   * that its words are from none, so that it goes with the note.
   */
  from: z.array(passageId).max(20).optional(),
  /**
   * The passage that it stands behind, null for the top. Left out, a living one stays where it is, and a new one goes to the end.
   * Give it of living ones only where they were moved.
   */
  after: passageId.nullable().optional(),
  /** The version that the writer changed; left out for a new one. */
  base_version: z.number().int().optional(),
  /**
   * For whom its writer was shown it to be while they wrote; of a new one, for whom it is there. Where more people see it by now,
   * a new one is for no more than these, and a changed one clashes. Left out, it is for whoever sees it now.
   */
  seen_by: seenBy.optional(),
  /**
   * Undo: the words are those of this version of the passage, which a save of the same person replaced or removed. If nothing else
   * has changed its audience since, it has the audience of that version again, whatever `from` says.
   */
  undo_to: z
    .number()
    .int()
    .min(0)
    .max(MAX_VERSION, { error: `undo_to must be at most ${MAX_VERSION}.` })
    .optional(),
});
export type PassageChange = z.infer<typeof passageChange>;

/** Body of `PATCH /api/documents/{id}/passages/`, for GMs: of a note alone. Larger saves than 256 KiB come as several. */
export const savePassagesRequest = z.object({
  changes: z
    .array(passageChange, { error: 'changes must be a list of passages.' })
    .max(NOTE_LIMITS.changes, {
      error: `At most ${NOTE_LIMITS.changes} passages can be saved at once.`,
    })
    .default([]),
  removed: z
    .array(z.object({ id: passageId, base_version: z.number().int() }), {
      error: 'removed must be a list of passages.',
    })
    .max(NOTE_LIMITS.changes, {
      error: `At most ${NOTE_LIMITS.changes} passages can be removed at once.`,
    })
    .default([]),
  title: noteTitle.optional(),
  /** Where it is `gm` and players see the note by now, another title is not kept, and the answer says so. */
  title_seen_by: titleSeenBy,
});
export type SavePassagesRequest = z.infer<typeof savePassagesRequest>;

/** A passage as an editor gets it. */
export const editedPassage = passage.extend({ version: z.number().int() });
export type EditedPassage = z.infer<typeof editedPassage>;

/**
 * Answer of `PATCH /api/documents/{id}/passages/`, 200 also where some clash. `version` is that of the note, counted up by each
 * save that changes something; `kept` are the passages as they stand now.
 */
export const savePassagesAnswer = z.object({
  kept: z.array(z.object({ id, version: z.number().int() })),
  /** Where two people changed one: what stands, absent where it was deleted. Nothing of what was sent for it is kept. */
  clashes: z.array(
    z.object({
      id,
      theirs: editedPassage.optional(),
      /** Nobody else wrote in it: more people see it by now than `seen_by` says. */
      shown: z.literal(true).optional(),
    }),
  ),
  version: z.number().int(),
  /** The title of now, where the one that was sent is not kept: more people would read it than `title_seen_by` says. */
  title_clash: z.object({ theirs: z.string() }).optional(),
});
export type SavePassagesAnswer = z.infer<typeof savePassagesAnswer>;

/** Query of `GET /api/documents/{id}/editing/`. */
export const editingQuery = z.object({
  /** The note's version that the asker has: what was written since is enough. */
  since: z.coerce
    .number({ error: 'since must be a number.' })
    .int({ error: 'since must be a whole number.' })
    .min(0, { error: 'since must be at least 0.' })
    .max(2_000_000_000, { error: 'since must be at most 2000000000.' })
    .optional(),
  /** The `next` of the page before. */
  after: z
    .string()
    .refine(isCursor, { error: 'after must be the next of another page.' })
    .optional(),
});
export type EditingQuery = z.infer<typeof editingQuery>;

/** Where a passage stands, and for whom it is: both change without its words. */
export const editedPlace = editedPassage.pick({
  id: true,
  version: true,
  audience: true,
  own_audience: true,
  players: true,
});
export type EditedPlace = z.infer<typeof editedPlace>;

/**
 * One page of `GET /api/documents/{id}/editing/`, for GMs: passages of a note in reading order, with `since` those written after
 * that version. The first page with `since` also has the `places` of all passages: a passage that an editor holds and that is
 * not among them was deleted. A page whose `version` differs from the first page's belongs to a newer state of the note.
 */
export const editingAnswer = z.object({
  title: z.string(),
  version: z.number().int(),
  passages: z.array(editedPassage),
  places: z.array(editedPlace).optional(),
  /** Cursor of the next page; absent on the last. */
  next: z.string().optional(),
});
export type EditingAnswer = z.infer<typeof editingAnswer>;

/** Body of `POST /api/documents/{id}/images/`, for GMs: an upload, presigned with the purpose `image`. Of a note alone. */
export const addImageRequest = finalizeRequest.pick({ s3_key: true });
export type AddImageRequest = z.infer<typeof addImageRequest>;

/** Its answer, for the content of an image passage. A picture that no passage names within a week goes. */
export const addImageAnswer = z.object({
  image: id,
  width: z.number().int(),
  height: z.number().int(),
});
export type AddImageAnswer = z.infer<typeof addImageAnswer>;
