import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { documentCategory, chosenCategory } from '../documents/looks';
import { DOCUMENT_LIMITS } from '../documents/limits';
import { tags } from '../documents/tags';
import { noteTitle } from '../text/notes';

export const IMPORT_LIMITS = {
  /** Entries of an archive, those of a nested archive included. */
  entries: 20_000,
  /** Bytes of all unpacked entries. */
  unpackedBytes: 1024 * 1024 * 1024,
  /** Unpacked bytes for each packed byte. */
  ratio: 100,
  /** Notes and files of one import. */
  items: DOCUMENT_LIMITS.perCampaign,
  /** Items, problems and documents per response. */
  page: 200,
  /** Unresolved links per item and in a response. */
  unresolved: 100,
  /** Imports of a campaign that wait for their extraction or review. */
  open: 5,
  /** Imports in a list. */
  listed: 20,
  /** Records of one section of an archive. */
  sectionRecords: 50_000,
  /** Retention of the review, in hours. */
  reviewHours: 24,
  /** Period in which an import can be undone, in days. */
  undoDays: 30,
} as const;

/**
 * `obsidian`: any folder of Markdown files. `html`: HTML files with their images, also from Google Docs. `files`: other readable files.
 * `tomekeeper`: the archive of an export.
 */
export const importFormat = z.enum(
  ['obsidian', 'notion', 'foundry', 'html', 'files', 'tomekeeper'],
  { error: 'format must be obsidian, notion, foundry, html, files or tomekeeper.' },
);
export type ImportFormat = z.infer<typeof importFormat>;

/**
 * `waiting` and `extracting` lead to `review`, in which a GM changes the proposals. `saving` leads to `done`, and `undoing` to
 * `undone`, or back to `done` if documents stay. A failed or cancelled import has added nothing.
 */
export const importState = z.enum([
  ...(['waiting', 'extracting', 'review', 'saving', 'done'] as const),
  ...(['undoing', 'undone', 'failed', 'cancelled'] as const),
]);
export type ImportState = z.infer<typeof importState>;

export const IMPORT_FAILURES = [
  ...(['unsupported', 'damaged', 'locked', 'empty'] as const),
  /** The archive exceeds a limit of {@link IMPORT_LIMITS}. */
  ...(['too_large', 'too_many'] as const),
  /** The campaign has no room for the selected items. */
  'campaign_full',
  /** The server has no room for the archive. */
  'no_space',
] as const;
export const importFailure = z.enum(IMPORT_FAILURES);
export type ImportFailure = z.infer<typeof importFailure>;

export const IMPORT_PROBLEMS = [
  ...(['unsupported', 'too_large', 'damaged', 'locked', 'empty'] as const),
  /** An absolute path, or a path out of the archive. */
  'unsafe_path',
  /** Another item has the same name on some file systems; both are imported. */
  'same_name',
  /** More items than a campaign takes. */
  'too_many',
  /** A text that is larger than a note; the import adds its file. */
  'as_file',
] as const;
/** An item that was not imported, or only in part. */
export const importProblem = z.object({ path: z.string(), reason: z.enum(IMPORT_PROBLEMS) });
export type ImportProblem = z.infer<typeof importProblem>;

/** Data of an archive other than documents, in the order in which an import adds it. */
export const ARCHIVE_SECTIONS = [
  /** Tags that players see as folders. */
  'shared_tags',
  /** Handouts with their own ids. */
  'handouts',
  'comments',
  /** Notes of players. */
  'player_notes',
  /** Sessions with their boards. */
  'sessions',
  'ledger',
  /** Members and their characters: exports only, because memberships are not imported. */
  'characters',
] as const;
export const archiveSection = z.enum(ARCHIVE_SECTIONS, {
  error: `sections must name ${ARCHIVE_SECTIONS.join(', ')}.`,
});
export type ArchiveSection = z.infer<typeof archiveSection>;

/** Body of `POST /api/imports/`, for GMs: an upload presigned with the purpose `import`. Repeating it returns the same import. */
export const createImportRequest = z.object({
  campaign: id,
  key: z
    .string({ error: 'key must be text.' })
    .min(1)
    .max(1024, { error: 'This upload is not known. Please choose the file again.' }),
  /** Detected if absent. */
  format: importFormat.optional(),
});
export type CreateImportRequest = z.infer<typeof createImportRequest>;

/** An item becomes a new document, replaces the document of an earlier import, or is left out. */
export const importAction = z.enum(['add', 'replace', 'skip'], {
  error: 'action must be add, replace or skip.',
});
export type ImportAction = z.infer<typeof importAction>;

/** A proposed document. */
export const importItem = z.object({
  number: z.number().int(),
  kind: z.enum(['note', 'file']),
  path: z.string(),
  title: z.string(),
  category: documentCategory.optional(),
  tags: z.array(z.string()),
  /** The tag of the item's folders, also while the review leaves it out. */
  folder_tag: z.string().optional(),
  is_spoilers: z.boolean(),
  action: importAction,
  /**
   * Compared with the document of an earlier import of the same item: `unchanged` in the source, `changed` in the source alone, or
   * `edited` here as well.
   */
  since_import: z.enum(['unchanged', 'changed', 'edited']).optional(),
  /** The document of the earlier import. */
  document: z.object({ id, title: z.string() }).optional(),
  /** Another document of the campaign with the same title. */
  same_title: z.object({ id, title: z.string() }).optional(),
  /** Numbers of passages of a note, of its passages for GMs only, and of its boxes to read aloud. */
  passages: z.number().int().optional(),
  gm_passages: z.number().int().optional(),
  read_aloud: z.number().int().optional(),
  /** Reveals the boxes to read aloud of a spoiler to the party. */
  reveal_read_aloud: z.literal(true).optional(),
  /** Of a file, in bytes. */
  size: z.number().int().optional(),
  /** Targets of links that are neither in the import nor in the campaign. */
  unresolved: z.array(z.string()).max(IMPORT_LIMITS.unresolved).optional(),
});
export type ImportItem = z.infer<typeof importItem>;

/** An import in a list. */
export const importSummary = z.object({
  id,
  campaign: id,
  file_name: z.string(),
  format: importFormat.optional(),
  state: importState,
  failure: importFailure.optional(),
  /** Of extraction, saving or undo, from 0 to 1. */
  progress: z.number().min(0).max(1),
  created_at: timestamp,
  /** In a list: documents of a finished import that are still in the campaign. */
  document_count: z.number().int().optional(),
  /** Until when a finished import can be undone. */
  undo_until: timestamp.optional(),
});
export type ImportSummary = z.infer<typeof importSummary>;

/** Query of `GET /api/imports/{import}/`: continues the items of the review, or the documents. */
export const importQuery = z.object({
  after: z.coerce
    .number({ error: 'after must be a number.' })
    .int()
    .min(0, { error: 'after must not be negative.' })
    .max(1_000_000)
    .default(0),
});
export type ImportQuery = z.infer<typeof importQuery>;

export const importAnswer = importSummary.extend({
  /** In the state `review`. */
  review: z
    .object({
      /** Numbers of all items by kind, of their states since an earlier import, of problems and of unresolved links. */
      counts: z.object({
        notes: z.number().int(),
        files: z.number().int(),
        unchanged: z.number().int(),
        changed: z.number().int(),
        edited: z.number().int(),
        problems: z.number().int(),
        unresolved: z.number().int(),
      }),
      /** Other data of an archive, with the number of records. */
      sections: z.array(
        z.object({ section: archiveSection, count: z.number().int(), is_skipped: z.boolean() }),
      ),
      /** Documents that the campaign still takes. */
      room: z.number().int(),
      items: z.array(importItem).max(IMPORT_LIMITS.page),
      next: z.number().int().optional(),
      problems: z.array(importProblem).max(IMPORT_LIMITS.page),
    })
    .optional(),
  /** Of a finished import, in the order of its items. */
  documents: z
    .array(z.object({ id, title: z.string() }))
    .max(IMPORT_LIMITS.page)
    .optional(),
  /** Number of these documents that players see now, as a whole or in part. */
  players_see: z.number().int().optional(),
  next: z.number().int().optional(),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** Query of `GET /api/imports/`. */
export const importsQuery = z.object({ campaign: id });
export type ImportsQuery = z.infer<typeof importsQuery>;

/** The last imports of a campaign, newest first. */
export const importsAnswer = z.object({
  imports: z.array(importSummary).max(IMPORT_LIMITS.listed),
});
export type ImportsAnswer = z.infer<typeof importsAnswer>;

/** Body of `PATCH /api/imports/{import}/`: changes proposals during the review. */
export const reviseImportRequest = z.object({
  /** Numbers of items; absent for all. */
  items: z
    .array(z.number().int().min(0).max(1_000_000), { error: 'items must be a list of numbers.' })
    .max(IMPORT_LIMITS.items, { error: `At most ${IMPORT_LIMITS.items} items.` })
    .optional(),
  set: z.object({
    action: importAction.optional(),
    title: noteTitle.optional(),
    category: chosenCategory,
    tags: tags.optional(),
    /** Added behind the tags of each item; tags beyond the limit of a document are left out. */
    add_tags: tags.optional(),
    /** Whether folders become tags. */
    folder_tags: z.boolean({ error: 'folder_tags must be true or false.' }).optional(),
    is_spoilers: z.boolean({ error: 'is_spoilers must be true or false.' }).optional(),
    reveal_read_aloud: z.boolean({ error: 'reveal_read_aloud must be true or false.' }).optional(),
  }),
  /** Sections of an archive that are not imported; replaces the earlier list. */
  skipped_sections: z.array(archiveSection).max(ARCHIVE_SECTIONS.length).optional(),
});
export type ReviseImportRequest = z.infer<typeof reviseImportRequest>;

/** Body of `POST /api/imports/{import}/undo/`. Without `documents`, unchanged documents of the import move to the trash. */
export const undoImportRequest = z.object({
  /** Changed documents that move to the trash too. */
  documents: z
    .array(id.toLowerCase(), { error: 'documents must be a list of ids.' })
    .max(IMPORT_LIMITS.page, { error: `At most ${IMPORT_LIMITS.page} documents at once.` })
    .optional(),
});
export type UndoImportRequest = z.infer<typeof undoImportRequest>;

export const undoImportAnswer = z.object({
  /** Number of documents that move to the trash. */
  trashed: z.number().int(),
  /** Documents that stay because they were edited, revealed or imported again since, or existed before the import. */
  changed: z
    .array(
      z.object({
        ...{ id, title: z.string() },
        reason: z.enum(['edited', 'revealed', 'replaced', 'imported_again']),
      }),
    )
    .max(IMPORT_LIMITS.page),
});
export type UndoImportAnswer = z.infer<typeof undoImportAnswer>;
