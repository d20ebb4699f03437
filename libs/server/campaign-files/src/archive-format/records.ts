import {
  alias,
  documentCategory,
  inline,
  innerBlock,
  NOTE_LIMITS,
  passageContent,
  passageKind,
  PASSAGE_LIMITS,
  tags,
} from '@tomekeeper/contracts-document';
import { z } from 'zod';
import { audience, sourceId } from './fields';

// Contents of an archive of the format `tomekeeper`. Exports pass the same schemas as imports, so that properties have one order.

export const ARCHIVE_FORMAT = 1;

export const manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  campaign: z.object({
    title: z.string().max(1000),
    game_system: z.string().max(1000),
    description: z.string().max(100_000).optional(),
  }),
  viewer: z.enum(['gm', 'player']),
});
export type Manifest = z.infer<typeof manifest>;

const inlines = z.array(inline).max(20_000);
const rows = z.array(z.array(inlines).max(1000)).max(5000);

const content = passageContent.omit({ image: true, anchors: true }).extend({
  inlines: inlines.optional(),
  rows: rows.optional(),
  blocks: z
    .array(innerBlock.extend({ inlines: inlines.optional(), rows: rows.optional() }))
    .max(1000)
    .optional(),
});

/** A passage; its text follows from its content, except for images. */
export const passageRecord = z.object({
  kind: passageKind,
  depth: z.number().int().min(0).max(8).default(0),
  level: z.number().int().min(1).max(6).optional(),
  alt: z.string().max(PASSAGE_LIMITS.textLength).optional(),
  content,
  picture: sourceId.optional(),
  audience: audience.optional(),
});
export type PassageRecord = z.infer<typeof passageRecord>;

const itemProperties = {
  tags,
  /** `party`: all players see the item. */
  audience: z.enum(['gm', 'party']),
  category: documentCategory.optional(),
  pinned: z.literal(true).optional(),
};
const hash = z.string().regex(/^[\da-f]{64}$/);
const path = z.string().min(1).max(2000);
const MAX_ALIASES = 100;
/** A title or file name; names of uploaded files follow no rules. */
const line = z.string().max(1000);

export const noteRecord = z.object({
  id: sourceId,
  title: line,
  public_title: line.optional(),
  ...itemProperties,
  aliases: z.array(alias).max(MAX_ALIASES),
  /** The readable file of the note; with another hash it was edited. */
  markdown: z.object({ path, sha256: hash }),
  passages: z.array(passageRecord).max(NOTE_LIMITS.passages),
});
export type NoteRecord = z.infer<typeof noteRecord>;

export const fileRecord = z.object({
  id: sourceId,
  path,
  name: line,
  content_type: z.string().max(255),
  ...itemProperties,
  embedded: z.literal(true).optional(),
  inline: z.literal(true).optional(),
  /** For players who see a part of its text. */
  public_title: line.optional(),
  /** The SHA-256 of the text. Without this text, the file is for GMs. */
  text: z.object({ sha256: hash }).optional(),
  sha256: hash,
});
export type FileRecord = z.infer<typeof fileRecord>;

/** The text of a file whose passages have audiences or comments. */
export const fileTextRecord = z.object({
  passages: z.array(passageRecord).min(1).max(NOTE_LIMITS.passages),
});
