import {
  DOCUMENT_KINDS,
  DOCUMENT_LIMITS,
  type DocumentCategory,
  type DocumentKind,
} from '@tomekeeper/contracts-document';
import { isForViewer, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { viewerParameters, type OftenReader } from '../../passages/visible/visible-passages';
import { hasTagIn } from '../shared-tags';
import {
  documentsInSharedFolder,
  GETS_FILE,
  READINGS,
  VISIBLE,
  type VisibleDocument,
} from '../visible-documents';
import { BY_TIME, follows, keysOf, orderBy, type PageCursor, type PageOrder } from './page-order';

// Pages of the documents that a viewer sees in one campaign. `k` has the sort keys of candidates, by properties that the viewer sees;
// VISIBLE alone decides about rows of the page. Parameters: $1 to $3 viewer, $4 campaign.

const NO_PINS = 'false AS pinned';

/** Documents for GMs, in an index for each order. */
const MANAGED = `
  SELECT id, pinned, created_at AS since, title_order, kind_order, session_order, category_order(category) AS category_order,
         is_spoilers, tags, folded_title
    FROM document WHERE campaign_id = $4 AND source_id IS NULL`;

/** Current and former handouts of the player. */
const ONCE_HANDOUTS = `
  SELECT h.document_id FROM handout_reader h
   WHERE h.campaign_id = $4 AND (h.reader = '${PARTY_CLASS}' OR h.reader = ANY ($3::uuid[]))`;

/** Public documents for players, apart from former handouts: in an index by time, and by title. */
const SHOWN = `
  SELECT document.id, ${NO_PINS}, shown_since AS since, title_order,
         CASE WHEN ${GETS_FILE} THEN kind_order ELSE 0 END AS kind_order, session_order, category_order(category) AS category_order,
         false AS is_spoilers, '{}'::text[] AS tags, folded_title
    FROM document LEFT JOIN ${READINGS}
   WHERE campaign_id = $4 AND NOT is_spoilers AND ${isForViewer('document')} AND document.id NOT IN (${ONCE_HANDOUTS})`;

/** Handouts, and Public documents that were handouts. */
const HANDOUTS = `
  SELECT v.id, ${NO_PINS}, v.created_at AS since, title_order(v.original_filename) AS title_order,
         CASE WHEN v.has_file THEN kind_order(v.s3_key, v.content_type, v.original_filename) ELSE 0::smallint END AS kind_order,
         session_order(v.original_filename) AS session_order, category_order(v.category) AS category_order,
         false AS is_spoilers, '{}'::text[] AS tags, folded_title(v.original_filename) AS folded_title
    FROM (${VISIBLE}) v WHERE v.campaign = $4 AND v.id = ANY (ARRAY(${ONCE_HANDOUTS}))`;

export interface PageFilter {
  tag?: string | undefined;
  kind?: DocumentKind | 'file' | undefined;
  category?: DocumentCategory | undefined;
  q?: string | undefined;
  audience?: 'public' | 'spoilers' | undefined;
  ids?: readonly string[] | undefined;
}

/** Limits of neighbors and of the default page. */
const OFTEN_LIMITS = [1, DOCUMENT_LIMITS.defaultPage + 1];

/** A document of a page with its sort keys as text. */
export type PageRow = VisibleDocument & { keys: string[] };

/**
 * Documents of a campaign after a cursor, in an order.
 * @param limit one more than the page has, to know whether another follows
 */
export async function visiblePage(
  db: OftenReader,
  scope: Scope,
  campaign: string,
  asked: { order: PageOrder; after?: PageCursor | undefined; filter: PageFilter; limit: number },
): Promise<PageRow[]> {
  const { order, after, limit } = asked;
  const isManaged = scope.managed.includes(campaign);
  if (!isManaged && !scope.played.includes(campaign)) return [];
  const parameters = [...viewerParameters(scope), campaign];
  const add = (value: unknown) => `$${parameters.push(value)}`;
  // Planning takes longer than execution: frequent pages are prepared statements.
  const isOften =
    OFTEN_LIMITS.includes(limit) && Object.values(asked.filter).every((one) => one === undefined);
  const filters = await filtersOf(db, asked.filter, { campaign, isManaged, add });
  if (after) filters.push(follows(order, parameters.push(after.keys)));
  if (after) parameters.push(after.id);
  const candidates = (source: string) =>
    `(SELECT k.* FROM (${source}) k WHERE ${['true', ...filters].join(' AND ')} ORDER BY ${orderBy(order)} LIMIT ${limit})`;
  const sources = isManaged ? [MANAGED] : [SHOWN, HANDOUTS];
  const sql = `WITH page AS MATERIALIZED (
       SELECT k.* FROM (${sources.map(candidates).join(' UNION ALL ')}) k ORDER BY ${orderBy(order)} LIMIT ${limit})
     SELECT v.*, ${keysOf(order)} AS keys
       FROM page k JOIN (${VISIBLE}) v ON v.id = k.id
      WHERE v.id = ANY (ARRAY(SELECT id FROM page)) ORDER BY ${orderBy(order)}`;
  return isOften ? db.queryOften<PageRow>(sql, parameters) : db.query<PageRow>(sql, parameters);
}

interface FilterContext {
  campaign: string;
  isManaged: boolean;
  /** Adds a parameter. @returns its name */
  add: (value: unknown) => string;
}

/** Conditions on rows `k`. */
async function filtersOf(
  db: OftenReader,
  { tag, kind, category, q = '', audience, ids }: PageFilter,
  { campaign, isManaged, add }: FilterContext,
): Promise<string[]> {
  const filters: string[] = [];
  if (ids) filters.push(`k.id = ANY (${add(ids)}::uuid[])`);
  if (kind === 'file') filters.push('k.kind_order > 0');
  else if (kind) filters.push(`k.kind_order = ${add(DOCUMENT_KINDS.indexOf(kind))}::int`);
  if (category) filters.push(`k.category_order = category_order(${add(category)}::text)`);
  if (audience) filters.push(audience === 'spoilers' ? 'k.is_spoilers' : 'NOT k.is_spoilers');
  if (tag !== undefined && isManaged)
    filters.push(hasTagIn('k.tags', `normalize(${add(tag.trim())}::text, NFC)`));
  if (tag !== undefined && !isManaged)
    filters.push(`k.id = ANY (${add(await documentsInSharedFolder(db, campaign, tag))}::uuid[])`);
  for (const word of q.trim().split(/\s+/).filter(Boolean)) {
    const wanted = `folded_title(${add(word)}::text)`;
    filters.push(
      `(strpos(k.folded_title, ${wanted}) > 0
        OR EXISTS (SELECT FROM unnest(k.tags) t WHERE strpos(folded_title(t), ${wanted}) > 0))`,
    );
  }
  return filters;
}

/** The documents before and after one in the list of all documents, newest first; none if it is not in the list. */
export async function visibleNeighbors(
  db: OftenReader,
  scope: Scope,
  { id, campaign }: Pick<VisibleDocument, 'id' | 'campaign'>,
): Promise<{ newer?: VisibleDocument | undefined; older?: VisibleDocument | undefined }> {
  const first = async (
    direction: 'ASC' | 'DESC',
    more: { after?: PageCursor; filter: PageFilter },
  ) => {
    const order = { ...BY_TIME, direction };
    return (await visiblePage(db, scope, campaign, { order, limit: 1, ...more }))[0];
  };
  const one = await first('DESC', { filter: { ids: [id] } });
  if (!one) return {};
  const after = { keys: one.keys, id };
  const [newer, older] = await Promise.all([
    first('ASC', { after, filter: {} }),
    first('DESC', { after, filter: {} }),
  ]);
  return { newer, older };
}

/** Number of documents with the same properties by which lists are filtered. */
export type FacetRow = Pick<VisibleDocument, 'is_managed' | 'tags' | 'shared_tags' | 'category'> & {
  kind_order: number;
  is_session: boolean;
  count: number;
};

/** Facts about all documents of a campaign in scope. */
export function visibleFacets(db: OftenReader, scope: Scope): Promise<FacetRow[]> {
  return db.query<FacetRow>(
    `SELECT is_managed, tags, shared_tags, category, session_order(original_filename) < 10000 AS is_session,
            CASE WHEN has_file THEN kind_order(s3_key, content_type, original_filename) ELSE 0::smallint END AS kind_order,
            count(*)::int AS count
       FROM (${VISIBLE}) d WHERE source IS NULL GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
    viewerParameters(scope),
  );
}
