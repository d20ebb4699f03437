import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';
import { campaignDocument } from './documents';
import { DOCUMENT_LIMITS } from './limits';
import { documentCategory } from './looks';

/** Kinds of documents in sort order. Players get a file that they cannot open as a note. */
export const DOCUMENT_KINDS = [
  ...(['note', 'pdf', 'text', 'picture', 'sound', 'film', 'table'] as const),
  ...(['archive', 'other'] as const),
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_SORTINGS = ['newest', 'title', 'kind', 'session'] as const;
export type DocumentSorting = (typeof DOCUMENT_SORTINGS)[number];

/** Maximum length of a title. */
const MAX_SEARCHED = 255;

/** Fields that only pages have. */
const PAGE_FIELDS = ['after', 'sort', 'group', 'audience', 'ids'] as const;

/**
 * Query of `GET /api/documents/`. With `limit` or `after`, the response is one page of a campaign, GMs' pinned documents first;
 * without, all documents.
 */
export const documentsQuery = z
  .object({
    campaign: id.optional(),
    /** A tag or a folder of tags: `npcs` matches `npcs/barovia`. For players, a shared one. */
    tag: z
      .string()
      .max(DOCUMENT_LIMITS.tagLength, {
        error: `A tag has at most ${DOCUMENT_LIMITS.tagLength} characters.`,
      })
      .optional(),
    kind: z
      .enum(['file', ...DOCUMENT_KINDS], {
        error: `kind must be file or one of ${DOCUMENT_KINDS.join(', ')}.`,
      })
      .optional(),
    category: documentCategory.optional(),
    /** Words that must all occur in the title; in pages for GMs, in the title or a tag. */
    q: z
      .string()
      .max(MAX_SEARCHED, { error: `q has at most ${MAX_SEARCHED} characters.` })
      .optional(),
    audience: z
      .enum(['public', 'spoilers'], { error: 'audience must be public or spoilers.' })
      .optional(),
    /** Comma-separated ids; others are left out. */
    ids: z
      .string({ error: 'ids must be text.' })
      .transform((text) => text.split(','))
      .pipe(
        z.array(id.toLowerCase()).max(DOCUMENT_LIMITS.page, {
          error: `At most ${DOCUMENT_LIMITS.page} documents can be asked for at once.`,
        }),
      )
      .optional(),
    /** Order of a page; `newest` by default. */
    sort: z
      .enum(DOCUMENT_SORTINGS, { error: `sort must be one of ${DOCUMENT_SORTINGS.join(', ')}.` })
      .optional(),
    /** Sorts by category first. */
    group: z.literal('category', { error: 'group must be category.' }).optional(),
    /** Cursor: the `next` of the previous page with the same order. */
    after: z
      .string()
      .regex(/^[\w-]{1,2000}$/, { error: 'after must be the next of another page.' })
      .optional(),
    /** Maximum documents of a page; 50 by default. */
    limit: z.coerce
      .number({ error: 'limit must be a number.' })
      .int({ error: 'limit must be a whole number.' })
      .min(1, { error: 'limit must be at least 1.' })
      .max(DOCUMENT_LIMITS.page, { error: `limit must be at most ${DOCUMENT_LIMITS.page}.` })
      .optional(),
  })
  .refine(({ limit, after, campaign }) => !(limit ?? after) || campaign !== undefined, {
    error: 'Pages are of one campaign: add campaign.',
  })
  .refine((query) => query.limit || query.after || PAGE_FIELDS.every((name) => !query[name]), {
    error: `${PAGE_FIELDS.join(', ')} need limit.`,
  })
  .refine(({ limit, after, kind = 'file' }) => limit || after || ['file', 'note'].includes(kind), {
    error: 'kind without limit must be file or note.',
  });
export type DocumentsQuery = z.infer<typeof documentsQuery>;

/** Response of `GET /api/documents/` with `limit` or `after`. */
export const documentsPage = z.object({
  documents: z.array(campaignDocument).max(DOCUMENT_LIMITS.page),
  /** Cursor of the next page, for `after`; absent on the last one. */
  next: z.string().optional(),
});
export type DocumentsPage = z.infer<typeof documentsPage>;

/** Query of `GET /api/documents/facets/`. */
export const facetsQuery = z.object({ campaign: id });
export type FacetsQuery = z.infer<typeof facetsQuery>;

/** Response of `GET /api/documents/facets/`: filter values of the documents that the caller sees. */
export const facetsAnswer = z.object({
  total: z.number().int(),
  /** Tags and the folders around them, each with the number of its documents. */
  folders: z.array(z.object({ path: z.string(), documents: z.number().int() })),
  kinds: z.array(z.enum(DOCUMENT_KINDS)),
  categories: z.array(documentCategory),
  /** Number of documents named like a session. */
  sessions: z.number().int(),
});
export type FacetsAnswer = z.infer<typeof facetsAnswer>;

/** Response of `GET /api/documents/{id}/neighbors/`, in the order `newest` without pins. */
export const neighborsAnswer = z.object({
  newer: campaignDocument.optional(),
  older: campaignDocument.optional(),
});
export type NeighborsAnswer = z.infer<typeof neighborsAnswer>;
