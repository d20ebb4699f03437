import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../../memberships/campaign-memberships';
import { normalizeText } from '../content/normalized-text';
import { MAX_PARTS } from '../sections';
import { AT, positions, seen, told, viewerParameters, type OftenReader } from './visible-passages';

// Outline and text matches of a document for a viewer, with section properties.

const GETS_PARTS = 's.is_managed';

export interface VisibleHeading {
  id: string;
  level: number;
  text: string;
  page: number | null;
  at: number;
  /** Whether the viewer receives section properties. */
  gets_parts: boolean;
  /** Properties of the section that the heading starts; null if it has none, and for players. */
  tags: string[] | null;
  pinned: boolean | null;
}

/** Characters of a heading in an outline. */
const MAX_HEADING = 300;
const SHORT = `CASE WHEN length(p.text) > ${MAX_HEADING} THEN left(p.text, ${MAX_HEADING - 1}) || '…' ELSE p.text END`;
const IS_HEADING = "AND p.kind = 'heading' AND p.level IS NOT NULL";
const HOLDS_WORDS = 'position($5 IN p.folded) > 0';

/** The headings of a document, in reading order; of very many the deepest are left out. */
export function visibleOutline(
  db: OftenReader,
  scope: Scope,
  document: string,
): Promise<VisibleHeading[]> {
  return db.queryOften<VisibleHeading>(
    `WITH seen AS MATERIALIZED (${positions()}),
          told AS MATERIALIZED (SELECT s.*, ${GETS_PARTS} AS gets_parts FROM document d CROSS JOIN LATERAL ${told()} s WHERE d.id = $4)
     SELECT * FROM (
       SELECT p.id, p.level, ${SHORT} AS text, CASE WHEN s.has_pages THEN p.page END AS page, ${AT} AS at, s.gets_parts,
              CASE WHEN s.gets_parts THEN t.tags END AS tags, CASE WHEN s.gets_parts THEN t.pinned END AS pinned
         FROM told s CROSS JOIN (${seen('p.id, p.level, p.text, p.page, p.position', IS_HEADING)}) p
         LEFT JOIN part t ON t.passage_id = p.id
        ORDER BY p.level, p.position LIMIT ${PASSAGE_LIMITS.outline}) h
      ORDER BY at`,
    [...viewerParameters(scope), document],
  );
}

/** Positions of consecutive words in a document. */
export async function visibleMatches(
  db: SqlReader,
  scope: Scope,
  document: string,
  words: string,
): Promise<{ id: string; at: number; times: number }[]> {
  const wanted = normalizeText(words);
  if (wanted === '') return [];
  return db.query(
    `WITH seen AS MATERIALIZED (${positions()})
     SELECT p.id, ${AT} AS at, ((length(p.folded) - length(replace(p.folded, $5, ''))) / length($5))::int AS times
       FROM (${seen('p.id, p.position, p.folded', `AND ${HOLDS_WORDS}`)}) p
      ORDER BY at LIMIT ${PASSAGE_LIMITS.found + 1}`,
    [...viewerParameters(scope), document, wanted],
  );
}

/** A heading by its id; null is the page of a file without pages. */
export async function visibleHeading(
  db: SqlReader,
  scope: Scope,
  document: string,
  id: string,
): Promise<{ text: string; page: number | null } | undefined> {
  const [row] = await db.query<{ text: string; page: number | null }>(
    `SELECT p.text, CASE WHEN s.has_pages THEN p.page END AS page
       FROM document d CROSS JOIN LATERAL ${told()} s
      CROSS JOIN (${seen('p.text, p.page', "AND p.id = $5::uuid AND p.kind = 'heading'")}) p
      WHERE d.id = $4`,
    [...viewerParameters(scope), document, id],
  );
  return row;
}

export interface VisiblePart {
  id: string;
  document: string;
  title: string;
  page: number | null;
  tags: string[];
  pinned: boolean;
}

/** Parts with something on them, of campaigns that the reader manages: for a player there are none. */
export function visibleParts(
  db: SqlReader,
  { managed }: Pick<Scope, 'managed'>,
): Promise<VisiblePart[]> {
  return db.query<VisiblePart>(
    `SELECT t.passage_id AS id, t.document_id AS document, p.text AS title, p.page, t.tags, t.pinned
       FROM part t JOIN passage p ON p.id = t.passage_id JOIN document d ON d.id = t.document_id
      WHERE d.campaign_id = ANY ($1::uuid[])
      ORDER BY d.created_at DESC, d.id, p.position LIMIT ${MAX_PARTS}`,
    [managed],
  );
}
