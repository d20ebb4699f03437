import {
  archiveSection,
  DOCUMENT_LIMITS,
  IMPORT_LIMITS,
  IMPORT_PROBLEMS,
  alias,
  documentCategory,
  importFormat,
  NOTE_LIMITS,
  passage,
  passageContent,
  PASSAGE_LIMITS,
  tag,
  tags,
} from '@tomekeeper/contracts-document';
import { z } from 'zod';

// Output of the import process, line by line. An untrusted file may control the process, so each line is validated.

const MAX_SOURCE_ID = 1024;
export const MAX_PATH = 1024;

const text = (length: number) => z.string().min(1).max(length);

const item = z.object({
  sourceId: text(MAX_SOURCE_ID),
  path: text(MAX_PATH),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  tags,
  folderTag: tag.optional(),
  isPublic: z.boolean(),
  category: documentCategory.optional(),
  pinned: z.boolean().optional(),
});

const audience = z.union([
  z.enum(['gm', 'party']),
  /** User ids of any installation. */
  z.object({ players: z.array(text(MAX_SOURCE_ID)).max(1000) }),
]);

const importedPassage = passage.pick({ kind: true, depth: true, level: true }).extend({
  text: z.string().max(PASSAGE_LIMITS.textLength),
  content: passageContent.omit({ image: true }),
  picture: text(MAX_SOURCE_ID).optional(),
  audience: audience.optional(),
});
export type ImportedPassage = z.infer<typeof importedPassage>;

const importedNote = item.extend({
  title: text(NOTE_LIMITS.titleLength),
  publicTitle: text(NOTE_LIMITS.titleLength).optional(),
  aliases: z.array(alias).max(DOCUMENT_LIMITS.aliases),
  unresolved: z.array(z.string().max(MAX_PATH)).max(IMPORT_LIMITS.unresolved),
});
export type ImportedNote = z.infer<typeof importedNote> & { passages: ImportedPassage[] };

const importedFile = item.extend({
  name: text(DOCUMENT_LIMITS.fileNameLength),
  contentType: text(255),
  size: z.number().int().min(0),
  isEmbedded: z.boolean(),
  isInline: z.boolean().optional(),
  publicTitle: text(NOTE_LIMITS.titleLength).optional(),
});
export type ImportedFile = z.infer<typeof importedFile> & { passages: ImportedPassage[] };

/** Bytes of one chunk of a file. */
const MAX_CHUNK = 4 * 1024 * 1024;

export const importLine = z.union([
  z.object({ format: importFormat, items: z.number().int().min(0) }),
  z.object({ progress: z.number().min(0).max(1) }),
  /** Passages follow. */
  z.object({ note: importedNote }),
  /** An empty list ends the text. */
  z.object({ passages: z.array(importedPassage).max(NOTE_LIMITS.passages) }),
  /** Passages follow, then chunks. */
  z.object({ file: importedFile }),
  /** The bytes follow the line; 0 ends the file. */
  z.object({ chunk: z.number().int().min(0).max(MAX_CHUNK) }),
  /** The service validates each record by its section. */
  z.object({
    records: z.object({ section: archiveSection, values: z.array(z.unknown()).max(500) }),
  }),
  z.object({
    problem: z.object({ path: z.string().max(MAX_PATH), reason: z.enum(IMPORT_PROBLEMS) }),
  }),
  z.object({
    failed: z.enum([
      ...(['unsupported', 'damaged', 'locked', 'empty'] as const),
      ...(['too_large', 'too_many', 'no_space'] as const),
    ]),
  }),
  /** The import is complete. */
  z.object({ end: z.literal(true) }),
]);
