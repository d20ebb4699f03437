import type { Passage } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import {
  CAN_SEE_PASSAGE,
  CHOSEN_MEMBERSHIPS,
  GM_CLASS,
  PARTY_CLASS,
  WIDEST_AUDIENCE,
} from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { withDocumentLinks, type LinkEnds } from '../content/document-links';
import { linkedNames, withLinks } from '../content/links';
import { renumberLists, type ItemPlace } from '../content/list-numbers';
import { seen, seenBlocks, told, viewerParameters, type OftenReader } from './visible-passages';

// A part of a text at a time, as a reader sees it.

const TOTAL = 'SELECT n FROM counted';

/** Start of the requested passages. */
export type PassagePlace =
  | { by: 'after' | 'before' | 'around'; passage: string }
  | { by: 'page' | 'from'; number: number };

export interface VisiblePassages {
  passages: VisiblePassage[];
  /** Index of the first passage. */
  first: number;
  /** Of how many that the reader sees. */
  total: number;
}

/** Where the passage $5 stands. */
const named = () => seen('p.position', 'AND p.id = $5::uuid');

/**
 * Position of the anchor: the named passage, the first of a page, or the one after a number of passages; null if there
 * is none.
 */
const MARK: Record<PassagePlace['by'], () => string> = {
  after: named,
  before: named,
  around: named,
  // Behind the last page comes the end, and a text without pages has only its beginning.
  page: () => `SELECT coalesce(
             (${seen('p.position', 'AND p.page >= $5::int ORDER BY p.position LIMIT 1')}),
             (${seen('p.position + 1', 'AND p.page IS NOT NULL ORDER BY p.position DESC LIMIT 1')})) AS position
           FROM told WHERE told.has_pages`,
  from: () => `SELECT p.position FROM (
             SELECT begins, before FROM (SELECT begins, sum(n) OVER (ORDER BY begins) - n AS before FROM (${seenBlocks()}) b) b
              WHERE before <= $5::int ORDER BY begins DESC LIMIT 1) b
          CROSS JOIN LATERAL (${seen('p.position', 'AND p.position >= b.begins ORDER BY p.position OFFSET $5::int - b.before LIMIT 1')}) p`,
};
const MARKED = '(SELECT position FROM mark)';

/** How many the reader sees, and how many of them before the mark: by whole blocks, and one by one in that of the mark. */
const counted = (): string => `
  SELECT coalesce(sum(b.n), 0)::int AS n,
         (coalesce(sum(b.n) FILTER (WHERE b.begins < passage_block(${MARKED})), 0)
          + (SELECT count(*) FROM (${seen('p.id', `AND p.position >= passage_block(${MARKED}) AND p.position < ${MARKED}`)}) p))::int AS before
    FROM (${seenBlocks()}) b`;

/** Start index; null if the viewer cannot see the named passage. */
const FIRST: Record<PassagePlace['by'], string> = {
  after: `CASE WHEN ${MARKED} IS NOT NULL THEN before + 1 END`,
  before: `CASE WHEN ${MARKED} IS NOT NULL THEN greatest(before - $6::int, 0) END`,
  around: `CASE WHEN ${MARKED} IS NOT NULL THEN greatest(before - $6::int / 2, 0) END`,
  page: 'before',
  from: '$5::int',
};

/** Position of the passage a number of passages before the anchor. */
const backBy = (most: string): string =>
  `(SELECT min(b.position) FROM (${seen('p.position', `AND p.position < ${MARKED} ORDER BY p.position DESC LIMIT ${most}`)}) b)`;

/** Passages within the window, limited to the requested number. */
const WINDOW: Record<PassagePlace['by'], () => string> = {
  after: () => `p.position > ${MARKED}`,
  before: () => `p.position < ${MARKED} AND p.position >= ${backBy('$6::int')}`,
  around: () => `p.position >= coalesce(${backBy('$6::int / 2')}, ${MARKED})`,
  page: () => `p.position >= coalesce(${MARKED}, 0)`,
  from: () => `p.position >= ${MARKED}`,
};

/** From which passage on an answer may be cut short where all of them would be too much. */
const FARTHEST_LAST: Record<PassagePlace['by'], string> = {
  after: 'o.at',
  before: 'o.at DESC',
  around: 'abs(o.at - (SELECT before FROM counted))',
  page: 'o.at',
  from: 'o.at',
};

/** Characters of one answer, about; one passage is always in it. */
const MAX_ANSWER = 4 * 1024 * 1024;

/** Whether chosen players alone see passage `p`. */
const IS_FOR_CHOSEN = `(p.audience_class IS NOT NULL AND p.audience_class NOT IN ('${GM_CLASS}', '${PARTY_CLASS}'))`;

const TELLS_READERS = `EXISTS (SELECT 1 FROM audience_class c WHERE c.id = p.audience_class AND c.tells_readers)`;

/** Memberships of the other readers, if the readers may see their names. */
const KNOWN_TO = `(SELECT ARRAY(SELECT m FROM unnest(c.memberships) AS m WHERE m <> ALL ($3::uuid[]))
   FROM audience_class c WHERE c.id = p.audience_class AND c.tells_readers)`;

interface VisiblePassageRow extends Omit<
  Passage,
  | 'level'
  | 'page'
  | 'region'
  | 'audience'
  | 'own_audience'
  | 'players'
  | 'tells_readers'
  | 'not_for_whole_party'
  | 'known_to'
> {
  at: number;
  level: number | null;
  page: number | null;
  region: [number, number, number, number] | null;
  audience: 'gm' | 'party' | 'players' | null;
  has_own: boolean;
  chosen: string[] | null;
  tells: boolean;
  is_for_chosen: boolean;
  known: string[] | null;
  is_counted_anew: boolean;
}

/**
 * A passage with memberships of its chosen players: all of them for GMs; for players the other viewers whose names they
 * may see.
 */
export type VisiblePassage = Omit<Passage, 'players' | 'known_to'> & {
  at: number;
  chosen?: string[];
  known?: string[];
};

/**
 * Some passages of a document, in reading order.
 * @returns undefined when the passage that is named is not there for the reader
 */
export async function visiblePassages(
  db: OftenReader,
  scope: Scope,
  document: string,
  { place, limit, ends }: { place: PassagePlace; limit: number; ends: LinkEnds },
): Promise<VisiblePassages | undefined> {
  const rows = await db.queryOften<
    { n: number; first: number | null } & (VisiblePassageRow | { id: null }) & { at: number }
  >(
    `WITH told AS MATERIALIZED (SELECT s.* FROM document d CROSS JOIN LATERAL ${told()} s WHERE d.id = $4),
          mark AS MATERIALIZED (${MARK[place.by]()}),
          counted AS MATERIALIZED (${counted()}),
          total AS (${TOTAL}),
          first AS (SELECT ${FIRST[place.by]} AS at FROM counted),
          places AS MATERIALIZED (
            SELECT w.id, (first.at + row_number() OVER (ORDER BY w.position) - 1)::int AS at
              FROM (${seen('p.id, p.position', `AND ${WINDOW[place.by]()} ORDER BY p.position LIMIT $6::int`)}) w CROSS JOIN first)
     SELECT total.n, first.at AS first, x.*
       FROM total CROSS JOIN first LEFT JOIN LATERAL (SELECT * FROM (
         SELECT p.id, o.at, p.kind, p.depth, p.level, p.text, p.content,
                CASE WHEN d.has_pages THEN p.page END AS page, CASE WHEN d.has_pages THEN p.region END AS region,
                CASE WHEN d.is_managed THEN ${WIDEST_AUDIENCE} END AS audience,
                d.is_managed AND p.audience_class IS NOT NULL AS has_own,
                CASE WHEN d.is_managed THEN ${CHOSEN_MEMBERSHIPS} END AS chosen, d.is_managed AND ${TELLS_READERS} AS tells,
                NOT d.is_managed AND ${IS_FOR_CHOSEN} AS is_for_chosen,
                CASE WHEN NOT d.is_managed THEN ${KNOWN_TO} END AS known, d.is_counted_anew,
                row_number() OVER nearest AS nth,
                sum(length(p.text) + length(p.content::text)) OVER nearest AS characters
           FROM places o JOIN passage p ON p.id = o.id CROSS JOIN told d
         WINDOW nearest AS (ORDER BY ${FARTHEST_LAST[place.by]})) y WHERE nth = 1 OR characters <= ${MAX_ANSWER}) x ON true
      ORDER BY x.at`,
    [
      ...viewerParameters(scope),
      document,
      'passage' in place ? place.passage : place.number,
      limit,
    ],
  );
  const [head] = rows;
  if (!head || head.first === null) return undefined;
  const found = rows.flatMap((row) => (row.id === null ? [] : [row as VisiblePassageRow]));
  const passages = await withListNumbers(db, scope, document, found);
  const names = linkedNames(passages.map(({ content }) => content));
  const linked = await visibleAnchors(db, scope, document, names);
  return {
    passages: await withDocumentLinks(
      passages.map((one) => ({ ...one, content: withLinks(one.content, linked) })),
      ends,
    ),
    first: head.first,
    total: head.n,
  };
}

/** Numbers lists from the viewer's visible items. */
async function withListNumbers(
  db: OftenReader,
  scope: Scope,
  document: string,
  rows: readonly VisiblePassageRow[],
): Promise<VisiblePassage[]> {
  const passages = rows.map(toPassage);
  const [first] = rows;
  if (!first?.is_counted_anew) return passages;
  const before = first.kind === 'list_item' ? await itemsBefore(db, scope, document, first.id) : [];
  return renumberLists(passages, before);
}

/** Visible list items directly before a passage. */
function itemsBefore(
  db: OftenReader,
  scope: Scope,
  document: string,
  item: string,
): Promise<ItemPlace[]> {
  const here = '(SELECT position FROM here)';
  return db.queryOften<ItemPlace>(
    `WITH here AS MATERIALIZED (${named()}),
          other AS MATERIALIZED (
            ${seen('p.position', `AND p.position < ${here} AND p.kind <> 'list_item' ORDER BY p.position DESC LIMIT 1`)})
     ${seen(
       "p.depth, p.content ->> 'marker' AS marker",
       `AND p.position < ${here} AND p.position > coalesce((SELECT position FROM other), -1) ORDER BY p.position`,
     )}`,
    [...viewerParameters(scope), document, item],
  );
}

/**
 * Passages of a document in campaigns that the viewer manages, deleted documents included, in stored form, after a
 * position.
 */
export async function managedPassages(
  db: SqlReader,
  { managed }: Pick<Scope, 'managed'>,
  document: string,
  { after, limit }: { after: number; limit: number },
): Promise<VisiblePassage[]> {
  const rows = await db.query<VisiblePassageRow>(
    `SELECT p.id, p.position AS at, p.kind, p.depth, p.level, p.text, p.content, p.page, p.region, ${WIDEST_AUDIENCE} AS audience,
            p.audience_class IS NOT NULL AS has_own, ${CHOSEN_MEMBERSHIPS} AS chosen, ${TELLS_READERS} AS tells
       FROM (SELECT id, campaign_id, is_spoilers FROM document
             UNION ALL SELECT id, campaign_id, is_spoilers FROM trashed_document) d
       JOIN passage p ON p.document_id = d.id
      WHERE d.id = $2 AND d.campaign_id = ANY ($1::uuid[]) AND p.position > $3
      ORDER BY p.position LIMIT $4`,
    [managed, document, after, limit],
  );
  return rows.map(toPassage);
}

/**
 * The passages that have these names in their file, by name; of several that have one the first. `lair-1` is also the second passage that
 * the reader sees by the name of `lair`, as GitHub counts headings: the suffix depends on nothing that is hidden.
 */
async function visibleAnchors(
  db: OftenReader,
  scope: Scope,
  document: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const wanted = names.flatMap((name) => {
    const [, anchor = '', times = ''] = SUFFIXED.exec(name) ?? [];
    const exact = { name, anchor: name, nth: 1 };
    return anchor === '' ? [exact] : [exact, { name, anchor, nth: Number(times) + 1 }];
  });
  const rows = await db.queryOften<{ name: string; id: string }>(
    `WITH wanted AS (SELECT * FROM jsonb_to_recordset($5::jsonb) AS w (name text, anchor text, nth int)),
          named AS (
            SELECT a.anchor, p.id, row_number() OVER (PARTITION BY a.anchor ORDER BY p.position) AS nth
              FROM document d JOIN passage p ON p.document_id = d.id
             CROSS JOIN LATERAL jsonb_array_elements_text(p.content -> 'anchors') AS a (anchor)
             WHERE d.id = $4 AND p.content ? 'anchors' AND a.anchor IN (SELECT anchor FROM wanted) AND ${CAN_SEE_PASSAGE})
     SELECT DISTINCT ON (w.name) w.name, n.id FROM wanted w JOIN named n USING (anchor, nth) ORDER BY w.name, w.nth`,
    [...viewerParameters(scope), document, JSON.stringify(wanted)],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

const SUFFIXED = /^(.+)-([1-9]\d{0,3})$/;

const toPassage = (row: VisiblePassageRow): VisiblePassage => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  depth: row.depth,
  text: row.text,
  content: row.content,
  ...(row.level !== null && { level: row.level }),
  ...(row.page !== null && { page: row.page }),
  ...(row.region !== null && { region: row.region }),
  ...(row.audience !== null && { audience: row.audience }),
  ...(row.has_own && { own_audience: true as const }),
  ...(row.chosen !== null && { chosen: row.chosen }),
  ...(row.tells && { tells_readers: true as const }),
  ...(row.is_for_chosen && { not_for_whole_party: true as const }),
  ...(row.known && { known: row.known }),
});
