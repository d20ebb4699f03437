import { z } from 'zod';
import { hasNoControlCharacters, id, requiredText, timestamp } from '@tomekeeper/contracts-values';
import { seenTitle, titleSeenBy } from './seen-title';
import { textState } from './text-state';

export const DOCUMENT_LIMITS = {
  /** Documents per campaign; beyond it presign and finalize answer 409. */
  perCampaign: 2000,
  /** Uploads of one person that are prepared and not finalized, while their URLs are good; beyond it 409. */
  openUploads: 200,
  /** Characters of a file name as kept; longer ones are refused. */
  fileNameLength: 255,
  /** Life of a presigned upload URL, in seconds. */
  uploadUrlSeconds: 900,
  /** Longest life of a presigned download URL, in seconds. */
  downloadUrlSeconds: 60,
  /** Of a picture that is uploaded for a campaign's cover. */
  coverMegabytes: 10,
  /** Documents whose thumbnails one call asks for. */
  thumbnails: 50,
  /** Days that a deleted document lies in the trash before it goes for good. */
  trashDays: 30,
  /** Earlier versions of one document's file; beyond it the oldest goes for good. They go after `trashDays` too. */
  versions: 10,
  /** Tags of one document. */
  tags: 20,
  /** Characters of a tag, its folders included. */
  tagLength: 80,
  /** Parts of a tag between its slashes. */
  tagDepth: 5,
  /** What is shown is shown to those who look within this time. */
  showMinutes: 10,
  /** A show can be taken back so long. */
  undoShowSeconds: 10,
} as const;

/** Content type of a file whose type the browser does not know. */
export const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** A content type without its parameters, in lower case: `text/plain` of `Text/Plain; charset=utf-8`. */
export const mediaTypeOf = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * A campaign document. `is_spoilers` documents exist only for the campaign's GMs. To players `created_at` is the
 * moment since which they have been able to see it, and their lists go by it. Optional fields
 * depend on the kind of the document and the role of the reader.
 */
export const campaignDocument = z.object({
  id,
  campaign: id,
  original_filename: z.string(),
  s3_key: z.string(),
  is_spoilers: z.boolean(),
  created_at: timestamp,
  /** A note was written here and has no file. To players every document of which they get no file is one. */
  kind: z.enum(['file', 'note']),
  /** What people call it; of a file its name. */
  title: z.string(),
  content_type: z.string().optional(),
  /** Bytes. */
  size: z.number().optional(),
  /** To GMs only, as are the next two: the last change of its name, tags or file. */
  updated_at: timestamp.optional(),
  /** In the order in which they were given; a slash makes folders (`npcs/barovia`). */
  tags: z.array(z.string()).optional(),
  /** Whether it stands above the others. */
  pinned: z.boolean().optional(),
  /** To players `ready` where there is a text for them, and absent otherwise. */
  text_state: textState.optional(),
  /** To GMs, while it is read: percent. */
  text_progress: z.number().optional(),
  /** Of a text that is ready, where its file has pages. */
  text_pages: z.number().optional(),
  /** To players, of a note in a list: how many passages of its text they see. More than before are new to somebody. */
  passage_count: z.number().int().optional(),
  /** To GMs, where some of its passages have an audience of their own: how many each sees. */
  audiences: z
    .object({ gm: z.number().int(), party: z.number().int(), players: z.number().int() })
    .optional(),
  /** To GMs, of a spoiler of which something is revealed: what players see above it. */
  public_title: z.string().optional(),
  /** To GMs, of a Public file that players do not get, because something of its text is, or was, hidden from them. */
  file_withheld: z.literal(true).optional(),
  /** For GMs: players never get this picture, because the server cannot re-encode it without metadata. */
  picture_withheld: z.literal(true).optional(),
  /** To the GM who has revealed or hidden it with this call: what `DELETE /api/documents/{id}/acts/{act}/` takes back. */
  act: id.optional(),
});
export type CampaignDocument = z.infer<typeof campaignDocument>;

/** Codes of errors that the browser acts on. */
export const DOCUMENT_CODES = {
  /** 503: the copy of a picture for players is being made. */
  pictureWaiting: 'document.picture_waiting',
} as const;

/** A document in the trash of its campaign, for GMs. */
export const trashedDocument = campaignDocument.extend({
  deleted_at: timestamp,
  /** From then on it goes for good, by itself. */
  goes_at: timestamp,
});
export type TrashedDocument = z.infer<typeof trashedDocument>;

/** Query of `GET /api/documents/trash/`. */
export const trashQuery = z.object({ campaign: id });
export type TrashQuery = z.infer<typeof trashQuery>;

export const documentList = z.array(campaignDocument);

const fileName = z
  .string({ error: 'File name must be text.' })
  .min(1, { error: 'File name must not be empty.' })
  .max(4096, { error: 'File name is far too long.' });

/** `type/subtype` with parameters, in printable ASCII: it becomes a header. */
const CONTENT_TYPE =
  /^[\w.+-]+\/[\w.+-]+([ \t]*;[ \t]*[\w.+-]+=("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w.+-]+))*$/;

const contentType = z
  .string({ error: 'Content type must be text.' })
  .trim()
  .max(255, { error: 'Content type must have at most 255 characters.' })
  .refine((value) => value === '' || CONTENT_TYPE.test(value), {
    error: 'Content type must look like type/subtype.',
  });

const spoilerFlag = z.boolean({ error: 'is_spoilers must be true or false.' });

/**
 * What is in a file, as the browser that sends it says: files with the same one have the same content. The SHA-256 of the
 * SHA-256s of its pieces of 4 MiB, in hexadecimal digits.
 */
const fingerprint = z
  .string({ error: 'content_fingerprint must be text.' })
  .regex(/^[0-9a-f]{64}$/, { error: 'content_fingerprint must be 64 hexadecimal digits.' });

/** Body of `POST /api/documents/presign/`. */
export const presignRequest = z.object({
  campaign: id,
  file_name: fileName,
  content_type: contentType.optional(),
  is_spoilers: spoilerFlag.default(false),
  /** Bytes. With it, the URL binds the length too. */
  size: z
    .number({ error: 'Size must be a number of bytes.' })
    .int({ error: 'Size must be a whole number of bytes.' })
    .min(0, { error: 'Size must not be negative.' })
    .optional(),
  /** With it, the answer names documents that hold the same. */
  content_fingerprint: fingerprint.optional(),
  /** The document whose file it is to replace: nothing is added to the campaign, so a full one takes it too. */
  replaces: id.optional(),
  /** What it is for: a campaign's cover and a note's image are no documents of it, so that a full campaign takes them too. */
  purpose: z
    .enum(['document', 'cover', 'image'], { error: 'purpose must be document, cover or image.' })
    .optional(),
});
export type PresignRequest = z.infer<typeof presignRequest>;

/** Where to PUT the file, under which key it will stand, and the headers the PUT must carry. */
export const presignAnswer = z.object({
  upload_url: z.string(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Some documents of the campaign that hold the same already; absent where there are none. */
  same_content: z.array(z.object({ id, original_filename: z.string() })).optional(),
});
export type PresignAnswer = z.infer<typeof presignAnswer>;

const TAG_FORM = 'A tag has words between its slashes, as in npcs/barovia.';

/** One tag as it is kept: single spaces, no slash at its ends, nothing that hides what it says. */
const tag = requiredText('A tag', DOCUMENT_LIMITS.tagLength)
  .transform((text) =>
    text
      .normalize('NFC')
      .split('/')
      .map((part) => part.trim().replace(/\s+/g, ' '))
      .join('/')
      .replace(/^\/+|\/+$/g, ''),
  )
  .refine((text) => text !== '' && !text.includes('//'), { error: TAG_FORM })
  .refine((text) => text.split('/').length <= DOCUMENT_LIMITS.tagDepth, {
    error: `A tag has at most ${DOCUMENT_LIMITS.tagDepth} parts between its slashes.`,
  });

/** The tags of a document; the same one in other letters is the same, and the first spelling stands. */
export const tags = z
  .array(tag, { error: 'Tags must be a list of texts.' })
  .max(DOCUMENT_LIMITS.tags, {
    error: `A document has at most ${DOCUMENT_LIMITS.tags} tags.`,
  })
  .transform((all) => {
    const folded = all.map((one) => one.toLowerCase());
    return all.filter((_, at) => folded.indexOf(folded[at] ?? '') === at);
  });

/** Body of `POST /api/documents/finalize/`. */
export const finalizeRequest = z.object({
  campaign: id,
  s3_key: z
    .string({ error: 's3_key must be text.' })
    .min(1)
    .max(1024)
    .refine(hasNoControlCharacters, { error: 's3_key must not contain control characters.' }),
  is_spoilers: spoilerFlag.default(false),
  original_filename: fileName.optional(),
  tags: tags.optional(),
  /**
   * Id that the client chooses for this change. The invalidation event that this person receives for it carries the same
   * id, so that a client that has the answer need not refetch.
   */
  change: id.optional(),
});
export type FinalizeRequest = z.infer<typeof finalizeRequest>;

/** Body of `PATCH /api/documents/{id}/`: reveal, hide, rename, tag or pin. What is left out stays. */
export const updateDocumentRequest = z.object({
  is_spoilers: spoilerFlag.optional(),
  /** With `is_spoilers: false`. */
  seen_title: seenTitle,
  original_filename: fileName.optional(),
  /**
   * With `original_filename`: where it is `gm` and players see the document by now, 409 with the code `document.revealed_meanwhile`.
   */
  title_seen_by: titleSeenBy,
  /** All of them: what is not in the list goes. */
  tags: tags.optional(),
  pinned: z.boolean({ error: 'pinned must be true or false.' }).optional(),
  /**
   * Gives players the file of a Public document that they did not get (`file_withheld`), once nothing of its text is hidden from
   * them: 409 until then.
   */
  give_file: z.literal(true, { error: 'give_file can only be true.' }).optional(),
});
export type UpdateDocumentRequest = z.infer<typeof updateDocumentRequest>;

/** Of a title that is looked for; longer ones there are none. */
const MAX_SEARCHED = 255;

/** Query of `GET /api/documents/`. */
export const documentsQuery = z.object({
  campaign: id.optional(),
  /** A tag, or the folder that tags lie in: `npcs` finds `npcs/barovia`. To a player no document has one. */
  tag: z
    .string()
    .max(DOCUMENT_LIMITS.tagLength, {
      error: `A tag has at most ${DOCUMENT_LIMITS.tagLength} characters.`,
    })
    .optional(),
  kind: z.enum(['file', 'note'], { error: 'kind must be file or note.' }).optional(),
  /** Words that all stand in the title. */
  q: z
    .string()
    .max(MAX_SEARCHED, { error: `q has at most ${MAX_SEARCHED} characters.` })
    .optional(),
});
export type DocumentsQuery = z.infer<typeof documentsQuery>;

/** Query of `GET /api/documents/{id}/content/`: with `download` the URL saves the file, whatever it is. */
export const contentQuery = z.object({
  download: z.enum(['true', 'false'], { error: 'download must be true or false.' }).optional(),
});
export type ContentQuery = z.infer<typeof contentQuery>;

/** Answer of `GET /api/documents/{id}/content/`. */
export const contentAnswer = z.object({ url: z.string(), expires_at: timestamp });
export type ContentAnswer = z.infer<typeof contentAnswer>;

/**
 * Answer of `GET /api/documents/newest/`: the last that players were shown, twenty a campaign, in the campaigns that the
 * caller plays in. Which of them are new to somebody, and of notes how much, their browser knows.
 */
export const newestAnswer = z.object({
  documents: z.array(
    campaignDocument
      .pick({ campaign: true, id: true, created_at: true, title: true, passage_count: true })
      // Only notes have a title and a count here.
      .partial({ title: true }),
  ),
});
export type NewestAnswer = z.infer<typeof newestAnswer>;

/** Query of `GET /api/documents/thumbnails/`: `ids` are those of documents of the campaign, by comma. */
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
 * Answer of `GET /api/documents/thumbnails/`, of the documents that the caller sees. `waiting`: ask again in a moment; `none`:
 * of this file there is no picture. The URL is good for as long as one for the file itself.
 */
export const thumbnailsAnswer = z.object({
  thumbnails: z.array(
    z.object({ id, state: z.enum(['ready', 'waiting', 'none']), url: z.string().optional() }),
  ),
});
export type ThumbnailsAnswer = z.infer<typeof thumbnailsAnswer>;

/** Query of the internal `GET /internal/owned-documents`. */
export const ownedDocumentsQuery = z.object({ owner: id, campaign: id });
export type OwnedDocumentsQuery = z.infer<typeof ownedDocumentsQuery>;

/**
 * Its answer: documents of that campaign, newest first, then those in its trash, then earlier versions of both, then its
 * cover; none where that person does not own it. Sizes are in bytes.
 */
export const ownedDocumentsAnswer = z.object({
  documents: z.array(
    // Earlier versions and covers have neither kind nor title.
    campaignDocument.partial({ kind: true, title: true }).extend({
      size: z.number(),
      deleted_at: timestamp.optional(),
      /** Of an earlier version of a document's file, which has an id of its own: whose, and when it was replaced. */
      version_of: id.optional(),
      replaced_at: timestamp.optional(),
      /** Of the campaign's cover: whose it is. Its file is asked for by the campaign's id. */
      cover_of: id.optional(),
    }),
  ),
});
export type OwnedDocumentsAnswer = z.infer<typeof ownedDocumentsAnswer>;

/** Query of the internal `GET /internal/owned-documents/{id}/file`, which answers with the file's bytes. */
export const ownedFileQuery = z.object({ owner: id });
export type OwnedFileQuery = z.infer<typeof ownedFileQuery>;

/**
 * Query of the internal `GET /internal/owned-documents/{id}/text`, which answers with the passages of a document whose text is
 * ready, as GMs get them: a JSON list, one of them a line, or Markdown.
 */
export const ownedTextQuery = z.object({
  owner: id,
  format: z.enum(['json', 'markdown']).default('json'),
});
export type OwnedTextQuery = z.infer<typeof ownedTextQuery>;
