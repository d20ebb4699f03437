import { z } from 'zod';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { AUDIENCE_LIMITS } from '../sharing/audiences';
import { titleSeenBy } from '../sharing/expected-title';
import { passage, passageContent, passageKind } from './passages';
import { finalizeRequest } from '../uploads/uploads';
import { authorAudience } from '../documents/author-audience';

export const NOTE_LIMITS = {
  titleLength: 255,
  /**
   * Maximum Markdown of a new note in UTF-16 code units; the body limit of 256 KiB applies first. Upload longer texts as files.
   */
  markdownLength: 200_000,
  /** Maximum passages per note. */
  passages: 20_000,
  /** Maximum UTF-8 bytes of a note's text. */
  textBytes: 2 * 1024 * 1024,
  /** Maximum passages, and UTF-8 bytes of their content, per page of `GET …/editing/`; a larger passage is a page of its own. */
  editingPage: 500,
  editingPageBytes: 512 * 1024,
  /** Maximum changed passages per save, and maximum removed ones. */
  changes: 500,
  /** Maximum size of a note image. */
  imageMegabytes: 20,
} as const;

/** Maximum version of a note and position of a passage. */
const MAX_VERSION = 2_000_000_000;

function isCursor(text: string): boolean {
  const [, position, passage] = /^(\d{1,10}):(.*)$/.exec(text) ?? [];
  return Number(position) <= MAX_VERSION && id.safeParse(passage).success;
}

export const noteTitle = requiredText('title', NOTE_LIMITS.titleLength);

/**
 * Body of `POST /api/documents/notes/`; the response is the document. With `author_audience` the note belongs to its author, who must
 * be a player; without it, to the campaign, and the author must be a GM.
 */
export const createNoteRequest = z.object({
  campaign: id,
  title: noteTitle,
  /** Ignored with `author_audience`. */
  is_spoilers: z.boolean({ error: 'is_spoilers must be true or false.' }).default(true),
  author_audience: authorAudience.optional(),
  /** Split into passages; `> [!secret]` callouts become GM-only. */
  markdown: z
    .string({ error: 'markdown must be text.' })
    .max(NOTE_LIMITS.markdownLength, {
      error: `markdown must have at most ${NOTE_LIMITS.markdownLength} characters.`,
    })
    .optional(),
  /** Random idempotency key: a repeated request of the same user returns the existing note. */
  idempotency_key: id.toLowerCase().optional(),
});
export type CreateNoteRequest = z.infer<typeof createNoteRequest>;

/** Normalizes client-generated ids, which are compared case-insensitively. */
const passageId = id.toLowerCase();

/** Audience of a passage as the author's client displayed it; all chosen players may have left since. */
const seenBy = z.union(
  [
    z.enum(['gm', 'party']),
    z.object({ players: z.array(id.toLowerCase()).max(AUDIENCE_LIMITS.players) }),
  ],
  { error: 'seen_by must be gm, party or a list of players.' },
);

/**
 * A created or changed passage. `id` is an existing id, or a random one chosen by the client for a new passage, which makes saves
 * idempotent. For images, `inlines` is the alternative text.
 */
export const passageChange = z.object({
  id: passageId,
  kind: passageKind,
  depth: z.number().int().min(0).max(8).default(0),
  level: z.number().int().min(1).max(6).optional(),
  content: passageContent.omit({ anchors: true }),
  /**
   * Source passages of the text (after a split, join, cut or copy and paste, or undone deletion): the audience is at most the
   * narrowest of theirs. Omitted for a new passage, it is at most that of the passage above; an empty list means that the text
   * has no source and follows the note's audience.
   */
  from: z.array(passageId).max(20).optional(),
  /**
   * The preceding passage; null for the top. Omitted, an existing passage keeps its position and a new one is appended. Set it
   * for existing passages only if they moved.
   */
  after: passageId.nullable().optional(),
  /** Base version of the change; omitted for a new passage. */
  base_version: z.number().int().optional(),
  /**
   * Audience displayed to the author while editing; for a new passage, its intended audience. If the current audience is wider, a
   * new passage gets at most this one and a changed passage conflicts. Omitted, the current audience applies.
   */
  seen_by: seenBy.optional(),
  /**
   * Undo: the text equals this version of the passage, which a save of the same user replaced or removed. If its audience has not
   * changed otherwise since, that version's audience is restored, regardless of `from`.
   */
  undo_to: z
    .number()
    .int()
    .min(0)
    .max(MAX_VERSION, { error: `undo_to must be at most ${MAX_VERSION}.` })
    .optional(),
});
export type PassageChange = z.infer<typeof passageChange>;

/** Body of `PATCH /api/documents/{id}/passages/`, for GMs; notes only. Split saves larger than 256 KiB. */
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
  /** If it is `gm` and players see the note meanwhile, a changed title is rejected and reported in the response. */
  title_seen_by: titleSeenBy,
});
export type SavePassagesRequest = z.infer<typeof savePassagesRequest>;

/** A passage with its version, for editors. */
export const editedPassage = passage.extend({ version: z.number().int() });
export type EditedPassage = z.infer<typeof editedPassage>;

/**
 * Response of `PATCH /api/documents/{id}/passages/`; 200 also with conflicts. `version` is the note's version, which each
 * effective save increments; `kept` lists the passages' stored state.
 */
export const savePassagesAnswer = z.object({
  kept: z.array(z.object({ id, version: z.number().int() })),
  /**
   * Edit conflicts with the stored state, absent if the passage was deleted. The sent changes of these passages are discarded.
   */
  clashes: z.array(
    z.object({
      id,
      theirs: editedPassage.optional(),
      /** The text did not change; the audience became wider than `seen_by`. */
      shown: z.literal(true).optional(),
    }),
  ),
  version: z.number().int(),
  /** Current title, if the sent one was rejected because more people would see it than `title_seen_by` says. */
  title_clash: z.object({ theirs: z.string() }).optional(),
});
export type SavePassagesAnswer = z.infer<typeof savePassagesAnswer>;

/** Query of `GET /api/documents/{id}/editing/`. */
export const editingQuery = z.object({
  /** The client's version of the note; the response contains only later changes. */
  since: z.coerce
    .number({ error: 'since must be a number.' })
    .int({ error: 'since must be a whole number.' })
    .min(0, { error: 'since must be at least 0.' })
    .max(2_000_000_000, { error: 'since must be at most 2000000000.' })
    .optional(),
  /** The `next` of the previous page. */
  after: z
    .string()
    .refine(isCursor, { error: 'after must be the next of another page.' })
    .optional(),
});
export type EditingQuery = z.infer<typeof editingQuery>;

/** Position and audience of a passage, which can change without its text. */
export const editedPlace = editedPassage.pick({
  id: true,
  version: true,
  audience: true,
  own_audience: true,
  players: true,
});
export type EditedPlace = z.infer<typeof editedPlace>;

/**
 * Page of `GET /api/documents/{id}/editing/`, for GMs: passages of a note in reading order; with `since`, those changed after
 * that version. With `since`, the first page also contains the `places` of all passages: local passages missing there were
 * deleted. A page whose `version` differs from the first page's belongs to a newer state of the note.
 */
export const editingAnswer = z.object({
  title: z.string(),
  version: z.number().int(),
  passages: z.array(editedPassage),
  places: z.array(editedPlace).optional(),
  /** Cursor of the next page; absent on the last one. */
  next: z.string().optional(),
});
export type EditingAnswer = z.infer<typeof editingAnswer>;

/** Body of `POST /api/documents/{id}/images/`, for GMs: an upload presigned with the purpose `image`; notes only. */
export const addImageRequest = finalizeRequest.pick({ s3_key: true });
export type AddImageRequest = z.infer<typeof addImageRequest>;

/** Response, for the content of an image passage. Images that no passage references for a week are deleted. */
export const addImageAnswer = z.object({
  image: id,
  width: z.number().int(),
  height: z.number().int(),
});
export type AddImageAnswer = z.infer<typeof addImageAnswer>;
