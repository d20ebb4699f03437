import { VISIBLE_SINCE_LIMITS } from '@tomekeeper/contracts-document';
import {
  viewerParams,
  viewerScopedRows,
  viewerScopedTitles,
  type Viewer,
} from '../access/viewer-scoped-rows';
import { findTitles } from '../query/passage-context';
import type { WeightedQuery } from '../query/term-weights';
import { anyOf, inCampaign, type QueryRunner } from '../text/stems';

/** Rows of very common names, of which the earliest visible ones are used. */
const MAX_MENTIONS = 1_000;

const HAS_TEXT = "p.kind <> 'heading' AND p.text <> ''";

/** Ids of the first or last passages of a document, in reading order; empty for a document that the viewer does not see. */
export async function passagesOf(
  db: QueryRunner,
  viewer: Viewer,
  document: string,
  { limit, isFromEnd }: { limit: number; isFromEnd: boolean },
): Promise<string[]> {
  const order = `ORDER BY position ${isFromEnd ? 'DESC' : ''} LIMIT ${limit}`;
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM (${viewerScopedRows(viewer, 'passage', 'p.passage_id AS id, p.position', `p.document_id = $3 AND ${HAS_TEXT}`, order)}) p ${order}`,
    [...viewerParams(viewer), document],
  );
  const ids = rows.map(({ id }) => id);
  return isFromEnd ? ids.reverse() : ids;
}

/** Titles as in “Session 12: the gate” or “2026-03-05 Sitzung 12”. */
const NUMBERED = '\\m(session|sitzung)[\\s_-]*(no\\.?|nr\\.?|number|nummer|#)?[\\s_-]*0*';

/** The document that is named after a session; undefined if the viewer sees none. Of several the first by title. */
export async function documentNamedAfter(
  db: QueryRunner,
  viewer: Viewer,
  number: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id FROM (${viewerScopedTitles(viewer, 'p.document_id AS id, p.title, p.visible_since', 'p.title ~* $3')}) t
      ORDER BY title, visible_since LIMIT 1`,
    [...viewerParams(viewer), `${NUMBERED}${number}\\M`],
  );
  return row?.id;
}

/** Passages that contain a name, in their text or in the title of their document, the earliest visible documents first. */
export async function mentionsOf(
  db: QueryRunner,
  viewer: Viewer,
  { terms }: WeightedQuery,
): Promise<{ id: string; document: string }[]> {
  if (terms.length === 0) return [];
  const named = terms.map(({ stems }) => `(${anyOf([...stems.keys()])})`).join(' & ');
  const columns =
    'p.passage_id AS id, p.document_id AS document, p.position::float8 AS position, p.text';
  const inTitles = viewerScopedTitles(viewer, 'p.document_id', 'p.stems @@ $4::tsquery');
  const isFound = `(p.stems || array_to_tsvector(ARRAY[p.campaign_id::text])) @@ $3::tsquery`;
  const order = `ORDER BY text LIMIT ${MAX_MENTIONS}`;
  const rows = await db.query<{ id: string; document: string; position: number }>(
    `SELECT id, document, position FROM (
       (SELECT * FROM (${viewerScopedRows(viewer, 'passage', columns, `p.text <> '' AND ${isFound}`, order)}) m ${order})
       UNION
       (SELECT * FROM (${viewerScopedRows(viewer, 'passage', columns, `${HAS_TEXT} AND p.document_id IN (${inTitles})`, order)}) t ${order})) p`,
    [...viewerParams(viewer), inCampaign(viewer.campaign, named), named],
  );
  const titles = await findTitles(
    db,
    viewer,
    [],
    [...new Set(rows.map(({ document }) => document))],
  );
  const since = (document: string) => titles.get(document)?.since?.getTime() ?? 0;
  return rows
    .sort((a, b) => since(a.document) - since(b.document) || a.position - b.position)
    .slice(0, VISIBLE_SINCE_LIMITS.passages);
}
