import { RECAP_GM_HEADING } from '@tomekeeper/contracts-document';
import {
  viewerParams,
  viewerScopedRows,
  viewerScopedTitles,
  type Viewer,
} from '../access/viewer-scoped-rows';
import type { WeightedQuery } from '../query/term-weights';
import { anyOf, inCampaign, type QueryRunner } from '../text/stems';

/** Mentions of very common names. */
const MAX_MENTIONS = 1_000;

const HAS_TEXT = "p.kind <> 'heading' AND p.text <> ''";

/** CTE with the begin of the part for GMs in each recap. @param recaps parameter with their ids */
const gmParts = (viewer: Viewer, recaps: string): string => `gm_part AS (
  SELECT document_id, min(position) AS position
    FROM (${viewerScopedRows(viewer, 'passage', 'p.document_id, p.position', `p.document_id = ANY (${recaps}::uuid[]) AND p.kind = 'heading' AND p.text = '${RECAP_GM_HEADING}'`)}) h
   GROUP BY document_id)`;

const IS_BEFORE_GM_PART =
  'NOT EXISTS (SELECT 1 FROM gm_part g WHERE g.document_id = p.document_id AND g.position <= p.position)';

/**
 * Ids of the first or last passages of a document, in reading order; empty for a document that the viewer does not see.
 * @param isRecap leaves out the part for GMs
 */
export async function passagesOf(
  db: QueryRunner,
  viewer: Viewer,
  document: string,
  { limit, isFromEnd, isRecap }: { limit: number; isFromEnd: boolean; isRecap: boolean },
): Promise<string[]> {
  const order = `ORDER BY position ${isFromEnd ? 'DESC' : ''} LIMIT ${limit}`;
  const rows = await db.query<{ id: string }>(
    `WITH ${gmParts(viewer, '$4')}
     SELECT id FROM (${viewerScopedRows(viewer, 'passage', 'p.passage_id AS id, p.position', `p.document_id = $3 AND ${HAS_TEXT} AND ${IS_BEFORE_GM_PART}`, order)}) p ${order}`,
    [...viewerParams(viewer), document, isRecap ? [document] : []],
  );
  const ids = rows.map(({ id }) => id);
  return isFromEnd ? ids.reverse() : ids;
}

/** Titles as in “Session 12: the gate” or “2026-03-05 Sitzung 12”. Group: the number. */
const NUMBERED =
  '\\m(?:session|sitzung)[\\s_-]*(?:no\\.?|nr\\.?|number|nummer|#)?[\\s_-]*0*([1-9]\\d{0,3})\\M';

/**
 * Documents that are named after sessions, by number, as far as the viewer sees any. Of several the first by title.
 * @param except ids of other documents
 */
export async function documentsNamedAfter(
  db: QueryRunner,
  viewer: Viewer,
  numbers: readonly number[],
  except: readonly string[],
): Promise<Map<number, string>> {
  const rows = await db.query<{ number: number; id: string }>(
    `SELECT DISTINCT ON (number) number, id FROM (
       SELECT (regexp_matches(t.title, $3, 'gi'))[1]::int AS number, t.*
         FROM (${viewerScopedTitles(viewer, 'p.document_id AS id, p.title, p.visible_since', 'p.title ~* $3 AND NOT p.document_id = ANY ($4::uuid[])')}) t) n
      WHERE number = ANY ($5::int[])
      ORDER BY number, title, visible_since`,
    [...viewerParams(viewer), NUMBERED, except, numbers],
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/**
 * Passages that contain a name, in their text or in the title of their document, by the time since which the document is visible.
 * @param recaps of which the part for GMs is left out
 */
export async function mentionsOf(
  db: QueryRunner,
  viewer: Viewer,
  { terms }: WeightedQuery,
  recaps: readonly string[],
): Promise<{ id: string; document: string }[]> {
  if (terms.length === 0) return [];
  const named = terms.map(({ stems }) => `(${anyOf([...stems.keys()])})`).join(' & ');
  const rows = (where: string) =>
    viewerScopedRows(
      viewer,
      'passage',
      'p.passage_id AS id, p.document_id AS document, p.position',
      `${where} AND ${IS_BEFORE_GM_PART}`,
    );
  const inTitles = viewerScopedTitles(viewer, 'p.document_id', 'p.stems @@ $4::tsquery');
  const isFound = `(p.stems || array_to_tsvector(ARRAY[p.campaign_id::text])) @@ $3::tsquery`;
  return db.query<{ id: string; document: string }>(
    `WITH ${gmParts(viewer, '$5')},
     mention AS (
       SELECT * FROM (${rows(`p.text <> '' AND ${isFound}`)}) m
       UNION
       SELECT * FROM (${rows(`${HAS_TEXT} AND p.document_id IN (${inTitles})`)}) t)
     SELECT m.id, m.document
       FROM mention m
       LEFT JOIN (${viewerScopedTitles(viewer, 'p.document_id, p.visible_since')}) t ON t.document_id = m.document
      ORDER BY t.visible_since NULLS FIRST, m.document, m.position, m.id
      LIMIT ${MAX_MENTIONS}`,
    [...viewerParams(viewer), inCampaign(viewer.campaign, named), named, recaps],
  );
}
