import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { authorAudience } from './author-audience';
import { DOCUMENT_LIMITS } from './limits';
import { alias, chosenCategory, chosenPortrait, documentCategory, portrait } from './looks';
import { tags } from './tags';
import { expectedTitle, titleSeenBy } from '../sharing/expected-title';
import { textState } from '../text/text-state';
import { fileName, spoilerFlag } from '../uploads/uploads';

/**
 * A campaign document. `is_spoilers` documents exist only for the campaign's GMs. For players, `created_at` is the start of their
 * visibility and the sort key of lists. Optional fields depend on the document's kind and the viewer's role.
 */
export const campaignDocument = z.object({
  id,
  campaign: id,
  original_filename: z.string(),
  s3_key: z.string(),
  is_spoilers: z.boolean(),
  created_at: timestamp,
  /** A note is edited in the app and has no file. For players, documents whose file they cannot access also appear as notes. */
  kind: z.enum(['file', 'note']),
  /** Display title; for files the file name. */
  title: z.string(),
  /** Absent if a GM chose none. Readers of a handout receive only the category that a GM chose for the handout. */
  category: documentCategory.optional(),
  /** Likewise; also absent for viewers who do not see the picture itself. */
  portrait: portrait.optional(),
  /** Absent if there are none. Players receive only those for readers, of Public documents. */
  aliases: z.array(alias).max(DOCUMENT_LIMITS.aliases).optional(),
  content_type: z.string().optional(),
  /** In bytes. */
  size: z.number().optional(),
  /** For GMs only: last change of name, tags or file. */
  updated_at: timestamp.optional(),
  /** In the given order; slashes separate folders (`npcs/barovia`). For players, if a GM shares them: see `sharedTagsAnswer`. */
  tags: z.array(z.string()).optional(),
  /** For GMs: whether the document is listed above the others. */
  pinned: z.boolean().optional(),
  /** For players: `ready` if a text exists, otherwise absent. */
  text_state: textState.optional(),
  /** For GMs during extraction: percent. */
  text_progress: z.number().optional(),
  /** Page count, for extracted text of paginated files. */
  text_pages: z.number().optional(),
  /**
   * For a note that was a file: whether only GMs or also all readers can download the original file. Players receive it only as
   * `readers`.
   */
  original: z.enum(['gm', 'readers']).optional(),
  /** For GMs, if passages have explicit audiences: number of passages per audience. */
  audiences: z
    .object({ gm: z.number().int(), party: z.number().int(), players: z.number().int() })
    .optional(),
  /** For GMs, for a partially visible spoiler: the title that players see. */
  public_title: z.string().optional(),
  /** For GMs: the number of further handouts, which have their own ids, that some player sees. */
  handouts: z.number().int().optional(),
  /** For GMs, for a handout with its own id: the document whose passages it contains. */
  source: id.optional(),
  /** For GMs: access to this Public file is restricted to GMs, because part of its text is or was hidden from players. */
  file_withheld: z.literal(true).optional(),
  /** For GMs: players never get this picture, because the server cannot re-encode it without metadata. */
  picture_withheld: z.literal(true).optional(),
  /** For notes of players: the readers apart from the author. */
  author_audience: authorAudience.optional(),
  /** For notes of players: user id of the author; absent once they have left the campaign. */
  author: id.optional(),
  /** For notes of players from an imported archive, which belong to no account; the author is the name in the archive, if any. */
  is_imported: z.literal(true).optional(),
  imported_author: z.string().optional(),
  /**
   * For the GM whose request revealed or hid it: id of the audience change, to undo with `DELETE
   * /api/documents/{id}/acts/{act}/`.
   */
  act: id.optional(),
});
export type CampaignDocument = z.infer<typeof campaignDocument>;

/** Error codes that clients handle. */
export const DOCUMENT_CODES = {
  /** 503: the server is generating the players' copy of a picture. */
  pictureWaiting: 'document.picture_waiting',
} as const;

/** A document in its campaign's trash, for GMs. */
export const trashedDocument = campaignDocument.extend({
  deleted_at: timestamp,
  /** Time of the permanent deletion. */
  goes_at: timestamp,
});
export type TrashedDocument = z.infer<typeof trashedDocument>;

/** Query of `GET /api/documents/trash/`. */
export const trashQuery = z.object({ campaign: id });
export type TrashQuery = z.infer<typeof trashQuery>;

export const documentList = z.array(campaignDocument);

/** Body of `PATCH /api/documents/{id}/`: reveals, hides, renames, tags, categorizes or pins. Omitted fields keep their value. */
export const updateDocumentRequest = z.object({
  is_spoilers: spoilerFlag.optional(),
  /** With `is_spoilers: false`. */
  seen_title: expectedTitle,
  original_filename: fileName.optional(),
  /**
   * With `original_filename`: if it is `gm` and the document became visible to players meanwhile, 409 with the code
   * `document.revealed_meanwhile`.
   */
  title_seen_by: titleSeenBy,
  /** Replaces all tags. */
  tags: tags.optional(),
  /** Null removes the category. */
  category: chosenCategory,
  portrait: chosenPortrait,
  /** Replaces all aliases. */
  aliases: z
    .array(alias, { error: 'aliases must be a list of names.' })
    .max(DOCUMENT_LIMITS.aliases, {
      error: `A document has at most ${DOCUMENT_LIMITS.aliases} aliases.`,
    })
    .optional(),
  pinned: z.boolean({ error: 'pinned must be true or false.' }).optional(),
  /**
   * Gives players access to the file of a Public document with restricted access (`file_withheld`); 409 while any of its text is
   * hidden from them.
   */
  give_file: z.literal(true, { error: 'give_file can only be true.' }).optional(),
});
export type UpdateDocumentRequest = z.infer<typeof updateDocumentRequest>;

/** Query of `GET /api/documents/{id}/content/`: with `download`, browsers save the file instead of displaying it. */
export const contentQuery = z.object({
  download: z.enum(['true', 'false'], { error: 'download must be true or false.' }).optional(),
});
export type ContentQuery = z.infer<typeof contentQuery>;

/** Response of `GET /api/documents/{id}/content/`. */
export const contentAnswer = z.object({ url: z.string(), expires_at: timestamp });
export type ContentAnswer = z.infer<typeof contentAnswer>;

/** Query of `GET /api/documents/thumbnails/`: `ids` are comma-separated document ids of the campaign. */
export const thumbnailsQuery = z.object({
  campaign: id,
  ids: z
    .string({ error: 'ids must be text.' })
    .transform((text) => text.split(','))
    .pipe(
      z.array(id).max(DOCUMENT_LIMITS.thumbnails, {
        error: `At most ${DOCUMENT_LIMITS.thumbnails} documents can be asked for at once.`,
      }),
    ),
});
export type ThumbnailsQuery = z.infer<typeof thumbnailsQuery>;

/**
 * Response of `GET /api/documents/thumbnails/`, for documents visible to the caller. `waiting`: retry shortly; `none`: the file
 * has no thumbnail. URLs have the lifetime of a file URL.
 */
export const thumbnailsAnswer = z.object({
  thumbnails: z.array(
    z.object({ id, state: z.enum(['ready', 'waiting', 'none']), url: z.string().optional() }),
  ),
});
export type ThumbnailsAnswer = z.infer<typeof thumbnailsAnswer>;
