import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';
import { tags } from './documents';

export const PASSAGE_LIMITS = {
  /** Bytes of text of one file, in UTF-8; beyond it the file is `too_large` and its text is not kept in part. */
  textBytes: 20 * 1024 * 1024,
  /** Passages of a campaign; a file that would exceed it is `too_large`. */
  perCampaign: 100_000,
  /** UTF-16 units of one passage; longer ones are cut into several at the end of a sentence or word. */
  textLength: 20_000,
  /** Different pictures of one text, and their bytes as they are kept; what is beyond is left out, its words stay. */
  images: 400,
  imageBytes: 64 * 1024 * 1024,
  /** Pictures of a campaign's texts. */
  imagesPerCampaign: 10_000,
  /** Most passages of one answer. */
  page: 500,
  /** Most headings of one answer; the deepest levels are left out first. */
  outline: 5_000,
  /** Most places of one answer that say where words stand in a document. */
  found: 1_000,
} as const;

export const passageKind = z.enum([
  'heading',
  'paragraph',
  'list_item',
  'table',
  'quote',
  /** A box that stands out of the text, such as words to read aloud. */
  'callout',
  /** Figures of a creature, a spell or an item in the form that rule books give them. */
  'stat_block',
  'code',
  'image',
  'divider',
]);
export type PassageKind = z.infer<typeof passageKind>;

/**
 * A stretch of text in one dress. `href` is an absolute http, https or mailto URL; `#p-` and the id of a passage of the same text
 * that the asker sees; or `#d-` and the id of a document of the same campaign that they see, which `/p-` and the id of a passage
 * of it may follow.
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

/** A block within a quote, callout or stat block. */
export const innerBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'list_item', 'table', 'code', 'divider']),
  /** Of list items: how deep they lie, from 0. */
  depth: z.number().int().min(0).max(8),
  inlines: inlines.optional(),
  rows: z.array(z.array(inlines)).optional(),
  /** Of list items in a counted list: what stands before it, such as `3.`. */
  marker: z.string().max(20).optional(),
});
export type InnerBlock = z.infer<typeof innerBlock>;

/** What a passage is made of; which of them by its kind. */
export const passageContent = z.object({
  /** Of headings, paragraphs, list items and code. */
  inlines: inlines.optional(),
  /** Of tables: rows of cells; the first row holds the columns' names where `hasHeader` is true. */
  rows: z.array(z.array(inlines)).optional(),
  hasHeader: z.boolean().optional(),
  /** Of quotes, callouts and stat blocks. */
  blocks: z.array(innerBlock).optional(),
  /** Of callouts: `read_aloud`, or what the file itself calls it, such as `warning`. */
  label: z.string().max(80).optional(),
  /** Of list items in a counted list: what stands before it, such as `3.`. */
  marker: z.string().max(20).optional(),
  /** Of code: its language. */
  language: z.string().max(40).optional(),
  /** Of images: its id, by which `GET /api/documents/{id}/images/` gives an address; absent where it could not be kept. */
  image: id.optional(),
  /** Of images: pixels as drawn, for the room it takes. */
  width: z.number().optional(),
  height: z.number().optional(),
  /** As a file is read: names by which `#` links within it point here. No answer holds them. */
  anchors: z.array(z.string().max(200)).max(20).optional(),
});
export type PassageContent = z.infer<typeof passageContent>;

/**
 * A unit of a document's text. `text` is all of its words as plain text: what is searched and quoted. `region` is where it
 * stands on its page, in parts of the page's width and height from its top left: left, top, right, bottom.
 */
export const passage = z.object({
  id,
  kind: passageKind,
  /** How deep list items lie, from 0. */
  depth: z.number().int().min(0).max(8),
  /** Of headings: 1 to 6. */
  level: z.number().int().min(1).max(6).optional(),
  text: z.string(),
  content: passageContent,
  /** Of files with pages, from 1. */
  page: z.number().int().min(1).optional(),
  region: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  /** To GMs only. */
  audience: z.enum(['gm', 'party', 'players']).optional(),
  /** To GMs, where it has an audience of its own: it does not follow its document. */
  own_audience: z.literal(true).optional(),
  /** To GMs, of chosen players: those who belong to the campaign now. */
  players: z.array(id).optional(),
  /** To GMs: chosen players see the names of the others. */
  tells_readers: z.literal(true).optional(),
  /** To players: only chosen players see this passage. Independent of the other readers. */
  not_for_whole_party: z.literal(true).optional(),
  /** To players, if a GM allows it: the other chosen players who still belong to the campaign. */
  known_to: z.array(id).optional(),
});
export type Passage = z.infer<typeof passage>;

const limit = z.coerce
  .number({ error: 'limit must be a number.' })
  .int({ error: 'limit must be a whole number.' })
  .min(1, { error: 'limit must be at least 1.' })
  .max(PASSAGE_LIMITS.page, { error: `limit must be at most ${PASSAGE_LIMITS.page}.` })
  .default(100);

/** No text has so many pages or passages. */
const MAX_PLACE = 1_000_000;

const place = (name: string, least: number) =>
  z.coerce
    .number({ error: `${name} must be a number.` })
    .int({ error: `${name} must be a whole number.` })
    .min(least, { error: `${name} must be at least ${least}.` })
    .max(MAX_PLACE, { error: `${name} must be at most ${MAX_PLACE}.` })
    .optional();

/** Query of `GET /api/documents/{id}/passages/`; at most one of the places. */
export const passagesQuery = z
  .object({
    /** What follows this passage. */
    after: id.optional(),
    /** What stands before this passage. */
    before: id.optional(),
    /** This passage in the middle. */
    around: id.optional(),
    /** From the first passage of this page on, or of the next one that has any; a text without pages from its beginning. */
    page: place('page', 1),
    /** From this place on, counted from 0 among the passages that the asker sees. */
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
 * Answer of `GET /api/documents/{id}/passages/`, in reading order. `at` is the place of the first one among all that the
 * asker sees, of which there are `total`; where none follows, it is where one would stand. `next` and `previous` are the
 * ids to go on with.
 */
export const passagesAnswer = z.object({
  passages: z.array(passage),
  at: z.number().int(),
  total: z.number().int(),
  next: id.optional(),
  previous: id.optional(),
});
export type PassagesAnswer = z.infer<typeof passagesAnswer>;

/** A heading; `at` is its place among the passages that the asker sees. To GMs, the part below it with what they put on it. */
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

/** Answer of `GET /api/documents/{id}/outline/`. */
export const outlineAnswer = z.array(outlineEntry);
export type OutlineAnswer = z.infer<typeof outlineAnswer>;

/** Query of `GET /api/documents/{id}/find/`: words that stand next to each other, in any case and accent. */
export const findQuery = z.object({
  q: z
    .string({ error: 'q must be text.' })
    .trim()
    .min(1, { error: 'q must not be empty.' })
    .max(200, { error: 'q has at most 200 characters.' })
    .refine((words) => !words.includes('\0'), { error: 'q must be text.' }),
});
export type FindQuery = z.infer<typeof findQuery>;

/** Answer of `GET /api/documents/{id}/find/`: passages in reading order, and how often the words stand in each. */
export const findAnswer = z.object({
  found: z.array(z.object({ id, at: z.number().int(), times: z.number().int() })),
  /** True where there are more than are listed. */
  more: z.boolean(),
});
export type FindAnswer = z.infer<typeof findAnswer>;

/** Query of `GET /api/documents/{id}/images/`: ids of images by comma, at most fifty. */
export const imagesQuery = z.object({
  ids: z
    .string({ error: 'ids must be text.' })
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(50, { error: 'At most 50 images can be asked for at once.' })),
});
export type ImagesQuery = z.infer<typeof imagesQuery>;

/** Answer of `GET /api/documents/{id}/images/`; URLs are good for as long as one for a file. */
export const imagesAnswer = z.object({ images: z.array(z.object({ id, url: z.string() })) });
export type ImagesAnswer = z.infer<typeof imagesAnswer>;

/** Body of `PATCH /api/documents/{id}/parts/{passage}/`, of the part that a heading begins; for GMs. What is left out stays. */
export const updatePartRequest = z.object({
  tags: tags.optional(),
  pinned: z.boolean({ error: 'pinned must be true or false.' }).optional(),
});
export type UpdatePartRequest = z.infer<typeof updatePartRequest>;

/** A part that a GM tagged or pinned. It ends before the next heading of its level or a higher one. */
export const documentPart = z.object({
  /** The id of its heading. */
  id,
  document: id,
  /** The heading's words. */
  title: z.string(),
  page: z.number().int().optional(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
});
export type DocumentPart = z.infer<typeof documentPart>;

/** Query of `GET /api/documents/parts/`. */
export const partsQuery = z.object({ campaign: id });
export type PartsQuery = z.infer<typeof partsQuery>;

/** Answer of `GET /api/documents/parts/`: to GMs the parts that have tags or are pinned, at most 2,000; to players none. */
export const partsAnswer = z.object({ parts: z.array(documentPart) });
export type PartsAnswer = z.infer<typeof partsAnswer>;
