import type { QueryRunner } from '../text/stems';
import {
  candidateColumns,
  candidatesOf,
  queriesOf,
  type Candidate,
  type CandidateRow,
} from './candidates';
import { viewerScopedRows, viewerScopedTitles, viewerParams } from '../access/viewer-scoped-rows';
import type { Viewer } from '../access/viewer-scoped-rows';

export interface Heading {
  level: number;
  text: string;
  position: number;
  stems: string[];
}

export interface Title {
  document: string;
  title: string;
  class: string;
  /** Null if unknown. */
  since: Date | null;
  /** Query stems in the title. */
  stems: string[];
}

/** A part of a passage after its title and heading, which name its subject. */
export function contextualText(
  { title: { title }, headings }: { title: Pick<Title, 'title'>; headings: readonly string[] },
  part: string,
): string {
  const heading = headings.at(-1);
  return `${title}: ${heading === undefined ? '' : `${heading}. `}${part}`;
}

const QUERY_STEMS =
  'ARRAY(SELECT u.lexeme FROM unnest(p.stems) u WHERE u.lexeme = ANY ($3::text[]) ORDER BY 1)';

const TITLE = `p.document_id AS document, p.title, p.class, p.visible_since AS since, ${QUERY_STEMS} AS stems`;

/** Visible titles by document. */
export async function findTitles(
  db: QueryRunner,
  viewer: Viewer,
  stems: readonly string[],
  documents: readonly string[],
): Promise<Map<string, Title>> {
  const rows = await db.queryOften<Title>(
    viewerScopedTitles(viewer, TITLE, 'p.document_id = ANY ($4::uuid[])'),
    [...viewerParams(viewer), stems, documents],
  );
  return new Map(rows.map((title) => [title.document, title]));
}

/** Titles with a query word. */
export function findMatchingTitles(
  db: QueryRunner,
  viewer: Viewer,
  stems: readonly string[],
  query: string,
): Promise<Title[]> {
  return db.queryOften<Title>(viewerScopedTitles(viewer, TITLE, 'p.stems @@ $4::tsquery'), [
    ...viewerParams(viewer),
    stems,
    query,
  ]);
}

/** Visible headings above passages, from the highest level, by passage id. */
export async function findHeadings(
  db: QueryRunner,
  viewer: Viewer,
  stems: readonly string[],
  passages: readonly Candidate[],
): Promise<Map<string, Heading[]>> {
  const heading = viewerScopedRows(
    viewer,
    'passage',
    `p.level, p.text, p.position, p.stems`,
    "p.document_id = c.document AND p.kind = 'heading' AND p.level = l.level AND p.position < c.position",
    'ORDER BY p.position DESC LIMIT 1',
  );
  const rows = await db.queryOften<Heading & { of: string }>(
    `SELECT c.id AS of, p.level, p.text, p.position::float8 AS position, ${QUERY_STEMS} AS stems
       FROM unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::int[]) AS c (id, document, position, level)
      CROSS JOIN generate_series(1, 6) AS l (level)
      CROSS JOIN LATERAL (SELECT * FROM (${heading}) h ORDER BY position DESC LIMIT 1) p
      WHERE l.level < c.level`,
    [
      ...viewerParams(viewer),
      stems,
      passages.map(({ id }) => id),
      passages.map(({ document }) => document),
      passages.map(({ position }) => position),
      passages.map(({ level }) => level ?? 7),
    ],
  );
  const nearest = new Map<string, Heading[]>(passages.map(({ id }) => [id, []]));
  for (const { of, ...found } of rows) nearest.get(of)?.push(found);
  return new Map([...nearest].map(([id, found]) => [id, headingPath(found)]));
}

/** The path of headings, from the nearest heading of each level. */
export function headingPath(nearest: readonly Heading[]): Heading[] {
  const path: Heading[] = [];
  let below = 7;
  for (const heading of [...nearest].sort((a, b) => b.position - a.position))
    if (heading.level < below) {
      path.unshift(heading);
      below = heading.level;
    }
  return path;
}

const MAX_BELOW_HEADING = 8;

/** Visible passages below headings. */
export async function findPassagesBelow(
  db: QueryRunner,
  viewer: Viewer,
  stems: readonly string[],
  headings: readonly Candidate[],
): Promise<Candidate[]> {
  if (headings.length === 0) return [];
  const order = (name: string) => `ORDER BY ${name}position LIMIT ${MAX_BELOW_HEADING}`;
  const next = viewerScopedRows(
    viewer,
    'passage',
    'p.*',
    'p.document_id = c.document AND p.position > c.position',
    order('p.'),
  );
  const rows = await db.queryOften<CandidateRow>(
    `SELECT ${candidateColumns('$3')}
       FROM unnest($4::uuid[], $5::bigint[]) AS c (document, position)
      CROSS JOIN LATERAL (
        SELECT s.*, bool_or(s.kind = 'heading') OVER (ORDER BY s.position) AS is_past
          FROM (SELECT * FROM (${next}) n ${order('n.')}) s) p
      WHERE NOT p.is_past`,
    [
      ...viewerParams(viewer),
      queriesOf(stems),
      headings.map(({ document }) => document),
      headings.map(({ position }) => position),
    ],
  );
  return candidatesOf(rows, stems);
}

export async function findPassages(
  db: QueryRunner,
  viewer: Viewer,
  stems: readonly string[],
  ids: readonly string[],
): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const rows = await db.queryOften<CandidateRow>(
    viewerScopedRows(viewer, 'passage', candidateColumns('$3'), 'p.passage_id = ANY ($4::uuid[])'),
    [...viewerParams(viewer), queriesOf(stems), ids],
  );
  return candidatesOf(rows, stems);
}
