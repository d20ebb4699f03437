import { z } from 'zod';
import { hasNoControlCharacters, id, requiredText, timestamp } from '@tomekeeper/contracts-values';
import { expectedTitle, titleSeenBy } from './expected-title';
import { textState } from './text-state';

export const DOCUMENT_LIMITS = {
  /** Documents per campaign; beyond it presign and finalize respond 409. */
  perCampaign: 2000,
  /** Presigned, unfinalized uploads per user with valid URLs; beyond it 409. */
  openUploads: 200,
  /** Maximum characters of a file name. */
  fileNameLength: 255,
  /** Lifetime of a presigned upload URL, in seconds. */
  uploadUrlSeconds: 900,
  /** Maximum lifetime of a presigned download URL, in seconds. */
  downloadUrlSeconds: 60,
  /** Maximum size of a cover image. */
  coverMegabytes: 10,
  /** Maximum documents per thumbnails request. */
  thumbnails: 50,
  /** Retention in the trash, in days; then documents are permanently deleted. */
  trashDays: 30,
  /**
   * Earlier versions of a document's file; beyond it the oldest is permanently deleted. Versions also expire after `trashDays`.
   */
  versions: 10,
  /** Maximum tags per document. */
  tags: 20,
  /** Maximum characters of a tag, including its folders. */
  tagLength: 80,
  /** Maximum aliases per document, and characters of each. */
  aliases: 20,
  aliasLength: 120,
  /** Maximum folder levels of a tag, separated by slashes. */
  tagDepth: 5,
  /** Period in which players who open the app still see a shown document. */
  showMinutes: 10,
  /** Period in which a GM can undo a show. */
  undoShowSeconds: 10,
} as const;

/** Content type of files whose type the browser does not know. */
export const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** Media type without parameters, in lower case: `text/plain` for `Text/Plain; charset=utf-8`. */
export const mediaTypeOf = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Kind of subject that a document describes. */
export const DOCUMENT_CATEGORIES = [
  ...(['person', 'place', 'faction'] as const),
  ...(['item', 'event', 'other'] as const),
] as const;
export const documentCategory = z.enum(DOCUMENT_CATEGORIES, {
  error: 'A category is person, place, faction, item, event or other.',
});
export type DocumentCategory = z.infer<typeof documentCategory>;

/** Another name of the subject of a document. */
export const alias = z.object({
  name: requiredText('An alias', DOCUMENT_LIMITS.aliasLength),
  /** `readers` are the viewers of a Public document. */
  audience: z
    .enum(['gm', 'readers'], { error: 'The audience of an alias is gm or readers.' })
    .default('gm'),
});
export type Alias = z.infer<typeof alias>;

/** The picture of a document in galleries: a picture document of the campaign, or an image of its text. */
export const portrait = z.object({
  /** Either this or `image`. */
  document: id.optional(),
  image: id.optional(),
});
export type Portrait = z.infer<typeof portrait>;

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
  /** For players, for notes in lists: number of visible passages; an increase indicates unread text. */
  passage_count: z.number().int().optional(),
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

const fileName = z
  .string({ error: 'File name must be text.' })
  .min(1, { error: 'File name must not be empty.' })
  .max(4096, { error: 'File name is far too long.' });

/** `type/subtype` with parameters, in printable ASCII, because it becomes a header value. */
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
 * Content fingerprint computed by the browser, to find duplicates: hexadecimal SHA-256 of the SHA-256 hashes of the file's 4 MiB
 * chunks.
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
  /** In bytes. If present, the presigned URL also enforces it. */
  size: z
    .number({ error: 'Size must be a number of bytes.' })
    .int({ error: 'Size must be a whole number of bytes.' })
    .min(0, { error: 'Size must not be negative.' })
    .optional(),
  /** If present, the response lists documents with the same content. */
  content_fingerprint: fingerprint.optional(),
  /** Document whose file the upload replaces. Allowed in a full campaign, because it adds no document. */
  replaces: id.optional(),
  /** Purpose of the upload. Covers and note images are allowed in a full campaign, because they are not documents. */
  purpose: z
    .enum(['document', 'cover', 'image'], { error: 'purpose must be document, cover or image.' })
    .optional(),
});
export type PresignRequest = z.infer<typeof presignRequest>;

/** Presigned PUT: URL, object key and required headers. */
export const presignAnswer = z.object({
  upload_url: z.string(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Documents of the campaign with the same content; absent if there are none. */
  same_content: z.array(z.object({ id, original_filename: z.string() })).optional(),
});
export type PresignAnswer = z.infer<typeof presignAnswer>;

const TAG_FORM = 'A tag has words between its slashes, as in npcs/barovia.';

/** Normalizes a tag: collapses spaces, trims slashes and removes invisible characters. */
export const tag = requiredText('A tag', DOCUMENT_LIMITS.tagLength)
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

/** Tags of a document, deduplicated case-insensitively; the first spelling wins. */
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
   * Change id chosen by the client. The invalidation event for this user carries it, so that a client with the response need not
   * refetch.
   */
  change: id.optional(),
});
export type FinalizeRequest = z.infer<typeof finalizeRequest>;

export const chosenCategory = documentCategory.nullable().optional();

/** A picture document of the campaign, or an image of the document's text. Null removes the portrait. */
export const chosenPortrait = id.toLowerCase().nullable().optional();

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

/** Maximum length of a title. */
const MAX_SEARCHED = 255;

/** Query of `GET /api/documents/`. */
export const documentsQuery = z.object({
  campaign: id.optional(),
  /** A tag or a folder of tags: `npcs` matches `npcs/barovia`. For players, a shared one. */
  tag: z
    .string()
    .max(DOCUMENT_LIMITS.tagLength, {
      error: `A tag has at most ${DOCUMENT_LIMITS.tagLength} characters.`,
    })
    .optional(),
  kind: z.enum(['file', 'note'], { error: 'kind must be file or note.' }).optional(),
  category: documentCategory.optional(),
  /** Words that must all occur in the title. */
  q: z
    .string()
    .max(MAX_SEARCHED, { error: `q has at most ${MAX_SEARCHED} characters.` })
    .optional(),
});
export type DocumentsQuery = z.infer<typeof documentsQuery>;

/** Query of `GET /api/documents/{id}/content/`: with `download`, browsers save the file instead of displaying it. */
export const contentQuery = z.object({
  download: z.enum(['true', 'false'], { error: 'download must be true or false.' }).optional(),
});
export type ContentQuery = z.infer<typeof contentQuery>;

/** Response of `GET /api/documents/{id}/content/`. */
export const contentAnswer = z.object({ url: z.string(), expires_at: timestamp });
export type ContentAnswer = z.infer<typeof contentAnswer>;

/**
 * Response of `GET /api/documents/newest/`: latest documents shown to players, up to 20 per campaign, in campaigns where the
 * caller is a player. The browser tracks which ones are unread.
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

/** Query of the internal `GET /internal/owned-documents`. */
export const ownedDocumentsQuery = z.object({ owner: id, campaign: id });
export type OwnedDocumentsQuery = z.infer<typeof ownedDocumentsQuery>;

/**
 * Response: documents of that campaign newest first, then its trash, then earlier versions of both, then its cover; empty if the
 * user does not own the campaign. Sizes are in bytes.
 */
export const ownedDocumentsAnswer = z.object({
  documents: z.array(
    // Earlier versions and covers have neither kind nor title.
    campaignDocument.partial({ kind: true, title: true }).extend({
      size: z.number(),
      deleted_at: timestamp.optional(),
      /** For an earlier file version, which has its own id: its document, and the time of its replacement. */
      version_of: id.optional(),
      replaced_at: timestamp.optional(),
      /** For a cover: its campaign. Its file is requested by the campaign's id. */
      cover_of: id.optional(),
    }),
  ),
});
export type OwnedDocumentsAnswer = z.infer<typeof ownedDocumentsAnswer>;

/** Query of the internal `GET /internal/owned-documents/{id}/file`, which responds with the file's bytes. */
export const ownedFileQuery = z.object({ owner: id });
export type OwnedFileQuery = z.infer<typeof ownedFileQuery>;

/**
 * Query of the internal `GET /internal/owned-documents/{id}/text`, which responds with a document's extracted passages as GMs see
 * them: a JSON array with one passage per line, or Markdown.
 */
export const ownedTextQuery = z.object({
  owner: id,
  format: z.enum(['json', 'markdown']).default('json'),
});
export type OwnedTextQuery = z.infer<typeof ownedTextQuery>;
