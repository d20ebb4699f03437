import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';
import { tags } from '../documents/tags';

export const PASSAGE_LIMITS = {
  /** Maximum UTF-8 bytes of extracted text per file; a larger text makes the file `too_large` and is not stored. */
  textBytes: 20 * 1024 * 1024,
  /** Maximum passages per campaign; a file that would exceed it is `too_large`. */
  perCampaign: 100_000,
  /** Maximum UTF-16 code units per passage; longer ones are split at the end of a sentence or word. */
  textLength: 20_000,
  /** Maximum distinct images per text, and their stored bytes; further images are omitted, their text stays. */
  images: 400,
  imageBytes: 64 * 1024 * 1024,
  /** Maximum images in a campaign's texts. */
  imagesPerCampaign: 10_000,
  /** Maximum passages per response. */
  page: 500,
  /** Maximum headings per response; the deepest levels are omitted first. */
  outline: 5_000,
  /** Maximum matches per response of find-in-document. */
  found: 1_000,
} as const;

export const passageKind = z.enum([
  'heading',
  'paragraph',
  'list_item',
  'table',
  'quote',
  /** Box outside the running text, such as text to read aloud. */
  'callout',
  /** Statistics of a creature, spell or item in rulebook format. */
  'stat_block',
  'code',
  'image',
  'divider',
]);
export type PassageKind = z.infer<typeof passageKind>;

/**
 * Text run with uniform formatting. `href` is an absolute http, https or mailto URL; `#p-<id>` of a visible passage of the same
 * text; or `#d-<id>` of a visible document of the same campaign, optionally followed by `/p-<id>` of one of its passages. GMs and
 * their clients also use `name:<name>` and `name:<name>#<heading>`, percent-encoded, for `[[Name#Heading]]`: notes store the name, and
 * each response resolves it. An unresolved one is in responses for GMs only.
 */
export const inline = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  code: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  href: z.string().optional(),
});
export type Inline = z.infer<typeof inline>;

const inlines = z.array(inline);

/** Block inside a quote, callout or stat block. */
export const innerBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'list_item', 'table', 'code', 'divider']),
  /** For list items: nesting level, from 0. */
  depth: z.number().int().min(0).max(8),
  inlines: inlines.optional(),
  rows: z.array(z.array(inlines)).optional(),
  /** For items of ordered lists: the marker, such as `3.`. */
  marker: z.string().max(20).optional(),
});
export type InnerBlock = z.infer<typeof innerBlock>;

/** Content of a passage; the fields depend on its kind. */
export const passageContent = z.object({
  /** For headings, paragraphs, list items and code. */
  inlines: inlines.optional(),
  /** For tables: rows of cells; the first row is the header if `hasHeader` is true. */
  rows: z.array(z.array(inlines)).optional(),
  hasHeader: z.boolean().optional(),
  /** For quotes, callouts and stat blocks. */
  blocks: z.array(innerBlock).optional(),
  /** For callouts: `read_aloud`, or the file's own label, such as `warning`. */
  label: z.string().max(80).optional(),
  /** For items of ordered lists: the marker, such as `3.`. */
  marker: z.string().max(20).optional(),
  /** For code: language. */
  language: z.string().max(40).optional(),
  /** For images: id for `GET /api/documents/{id}/images/`; absent if the image could not be stored. */
  image: id.optional(),
  /** For images: display size in pixels, to reserve space. */
  width: z.number().optional(),
  height: z.number().optional(),
  /** During extraction only: link targets of `#` links in the file. Never part of a response. */
  anchors: z.array(z.string().max(200)).max(20).optional(),
});
export type PassageContent = z.infer<typeof passageContent>;

/**
 * Unit of a document's text. `text` is its plain text, used for search and quotations. `region` is its bounding box (left, top,
 * right, bottom) as fractions of the page's width and height from the top left.
 */
export const passage = z.object({
  id,
  kind: passageKind,
  /** Nesting level of list items, from 0. */
  depth: z.number().int().min(0).max(8),
  /** For headings: 1 to 6. */
  level: z.number().int().min(1).max(6).optional(),
  text: z.string(),
  content: passageContent,
  /** For paginated files, from 1. */
  page: z.number().int().min(1).optional(),
  region: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  /** For GMs only. */
  audience: z.enum(['gm', 'party', 'players']).optional(),
  /** For GMs, if the passage has an explicit audience instead of its document's. */
  own_audience: z.literal(true).optional(),
  /** For GMs, for chosen players: current members only. */
  players: z.array(id).optional(),
  /** For GMs: chosen players see each other's names. */
  tells_readers: z.literal(true).optional(),
  /** For players: only chosen players see this passage. Independent of the number of other viewers. */
  not_for_whole_party: z.literal(true).optional(),
  /** For players, if a GM allows it: the other chosen players who are still members. */
  known_to: z.array(id).optional(),
});
export type Passage = z.infer<typeof passage>;

const limit = z.coerce
  .number({ error: 'limit must be a number.' })
  .int({ error: 'limit must be a whole number.' })
  .min(1, { error: 'limit must be at least 1.' })
  .max(PASSAGE_LIMITS.page, { error: `limit must be at most ${PASSAGE_LIMITS.page}.` })
  .default(100);

/** Upper bound of page numbers and passage positions. */
const MAX_PLACE = 1_000_000;

const place = (name: string, least: number) =>
  z.coerce
    .number({ error: `${name} must be a number.` })
    .int({ error: `${name} must be a whole number.` })
    .min(least, { error: `${name} must be at least ${least}.` })
    .max(MAX_PLACE, { error: `${name} must be at most ${MAX_PLACE}.` })
    .optional();

/** Query of `GET /api/documents/{id}/passages/`; at most one position. */
export const passagesQuery = z
  .object({
    /** Passages after this one. */
    after: id.optional(),
    /** Passages before this one. */
    before: id.optional(),
    /** Passages around this one. */
    around: id.optional(),
    /** Starts at the first passage on this page or the next page with text; for texts without pages, at the beginning. */
    page: place('page', 1),
    /** Starts at this 0-based position among the visible passages. */
    from: place('from', 0),
    limit,
  })
  .refine(
    (query) =>
      [query.after, query.before, query.around, query.page, query.from].filter(
        (place) => place !== undefined,
      ).length <= 1,
    { error: 'Give one of after, before, around, page and from.' },
  );
export type PassagesQuery = z.infer<typeof passagesQuery>;

/**
 * Response of `GET /api/documents/{id}/passages/`, in reading order. `at` is the position of the first passage among all `total`
 * visible ones (for an empty page, the position where one would be). `next` and `previous` are cursors.
 */
export const passagesAnswer = z.object({
  passages: z.array(passage),
  at: z.number().int(),
  total: z.number().int(),
  next: id.optional(),
  previous: id.optional(),
});
export type PassagesAnswer = z.infer<typeof passagesAnswer>;

/** A heading; `at` is its position among the visible passages. For GMs with the tags and pin of its section. */
export const outlineEntry = z.object({
  id,
  level: z.number().int(),
  text: z.string(),
  page: z.number().int().optional(),
  at: z.number().int(),
  tags: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
});
export type OutlineEntry = z.infer<typeof outlineEntry>;

/** Response of `GET /api/documents/{id}/outline/`. */
export const outlineAnswer = z.array(outlineEntry);
export type OutlineAnswer = z.infer<typeof outlineAnswer>;

/** Query of `GET /api/documents/{id}/find/`: a phrase, ignoring case and diacritics. */
export const findQuery = z.object({
  q: z
    .string({ error: 'q must be text.' })
    .trim()
    .min(1, { error: 'q must not be empty.' })
    .max(200, { error: 'q has at most 200 characters.' })
    .refine((words) => !words.includes('\0'), { error: 'q must be text.' }),
});
export type FindQuery = z.infer<typeof findQuery>;

/** Response of `GET /api/documents/{id}/find/`: passages in reading order, with the number of matches in each. */
export const findAnswer = z.object({
  found: z.array(z.object({ id, at: z.number().int(), times: z.number().int() })),
  /** True if the list is truncated. */
  more: z.boolean(),
});
export type FindAnswer = z.infer<typeof findAnswer>;

/** Maximum images in a response to a request without ids. */
export const MAX_IMAGES = 200;

/** Query of `GET /api/documents/{id}/images/`: comma-separated image ids, at most 50; without them the first images of the text. */
export const imagesQuery = z.object({
  ids: z
    .string({ error: 'ids must be text.' })
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(50, { error: 'At most 50 images can be asked for at once.' }))
    .optional(),
});
export type ImagesQuery = z.infer<typeof imagesQuery>;

/** Response of `GET /api/documents/{id}/images/`; URLs have the lifetime of a file URL. */
export const imagesAnswer = z.object({
  images: z.array(z.object({ id, url: z.string() })).max(MAX_IMAGES),
});
export type ImagesAnswer = z.infer<typeof imagesAnswer>;

/**
 * Body of `PATCH /api/documents/{id}/parts/{passage}/` for the section under a heading; for GMs. Omitted fields keep their value.
 */
export const updatePartRequest = z.object({
  tags: tags.optional(),
  pinned: z.boolean({ error: 'pinned must be true or false.' }).optional(),
});
export type UpdatePartRequest = z.infer<typeof updatePartRequest>;

/** A section that a GM tagged or pinned. It ends before the next heading of the same or a higher level. */
export const documentPart = z.object({
  /** Id of its heading. */
  id,
  document: id,
  /** Text of the heading. */
  title: z.string(),
  page: z.number().int().optional(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
});
export type DocumentPart = z.infer<typeof documentPart>;

/** Query of `GET /api/documents/parts/`. */
export const partsQuery = z.object({ campaign: id });
export type PartsQuery = z.infer<typeof partsQuery>;

/** Response of `GET /api/documents/parts/`: for GMs the tagged or pinned sections, at most 2,000; empty for players. */
export const partsAnswer = z.object({ parts: z.array(documentPart) });
export type PartsAnswer = z.infer<typeof partsAnswer>;
