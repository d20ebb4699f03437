import type { SqlReader, UnitOfWork } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, hasNarrowPassage } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';

// Queries for a viewer select passages by CAN_SEE_PASSAGE and the viewer's scope only, in this file and in visible-window.ts,
// visible-outline.ts, visible-images.ts, visible-links.ts and visible-news.ts. Unscoped queries are in all-passages.ts.

/**
 * Runs on every page of a text. Uses `queryOften` (prepared statements), because planning takes as long as execution.
 */
export type OftenReader = Pick<UnitOfWork, 'query' | 'queryOften'>;

/**
 * Whether document `d` has, or had, a passage that some players do not see, as every spoiler: then its pages are not theirs to
 * know.
 */
const HAS_HIDDEN_TEXT = `(
  d.is_spoilers
  OR EXISTS (SELECT 1 FROM reading r WHERE r.document_id = d.id AND r.ever_hidden)
  OR ${hasNarrowPassage('d.id')})`;

/** Of document `d`. To players a text of which they see a part is a note, so that lists of both are counted alike. */
export const IS_NOTE = 'EXISTS (SELECT 1 FROM note n WHERE n.document_id = d.id)';

/** Viewer's rights to document `d`, computed once per statement. */
export const told = (): string => `(
  SELECT m.*, NOT m.is_managed AND (NOT m.has_pages OR ${IS_NOTE}) AS is_counted_anew
    FROM (SELECT d.is_spoilers, d.campaign_id = ANY ($1::uuid[]) AS is_managed,
                 d.campaign_id = ANY ($1::uuid[]) OR NOT ${HAS_HIDDEN_TEXT} AS has_pages OFFSET 0) m OFFSET 0)`;

/** Visible passages of document `d`. */
const seenOf = (columns: string, rest: string): string =>
  `SELECT ${columns} FROM passage p WHERE p.document_id = d.id AND ${CAN_SEE_PASSAGE} ${rest}`;

/**
 * Visible passages of document $4. The rule is evaluated per passage, because a join takes twice as long. Built on
 * every call, because tests replace the rule.
 */
export const seen = (columns: string, rest = ''): string => `
  SELECT p.* FROM document d CROSS JOIN LATERAL (${seenOf(columns, rest)}) p WHERE d.id = $4`;

/**
 * Where all that the reader sees of document $4 stands, in reading order: to find a place in it takes a few steps, where numbering
 * each passage takes as long again as looking at it.
 */
export const positions = (): string => `
  SELECT ARRAY(${seenOf('p.position', 'ORDER BY p.position')}) AS positions FROM document d WHERE d.id = $4`;

/** Number of passages before passage `p`, which must be in `seen`, the positions of visible passages. */
export const AT = 'width_bucket(p.position, (SELECT positions FROM seen)) - 1';

/**
 * Number of visible passages of document $4 per block of its text, with the block's first position. Uses counts per
 * class and applies the same rule as for passages.
 */
export const seenBlocks = (): string => `
  SELECT p.begins, sum(p.n)::int AS n FROM document d JOIN passage_count p ON p.document_id = d.id
   WHERE d.id = $4 AND ${CAN_SEE_PASSAGE} GROUP BY p.begins`;

/** First parameters of every viewer-scoped statement. */
export const viewerParameters = ({ managed, played, memberships = [] }: Scope): unknown[] => [
  managed,
  played,
  memberships,
];

/** Ids of the passages of a document that the viewer sees, in reading order. */
export async function visiblePassageIds(
  db: SqlReader,
  scope: Scope,
  document: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM (${seen('p.id, p.position')}) p ORDER BY p.position, p.id`,
    [...viewerParameters(scope), document],
  );
  return rows.map(({ id }) => id);
}
