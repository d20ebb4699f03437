import { PASSAGE_LIMITS, type Passage } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../memberships/campaign-memberships';
import { GM_CLASS, PARTY_CLASS } from './audience-class';
import { withDocumentLinks, type LinkEnds } from './document-links';
import { folded } from './folded';
import { linkedNames, withLinks } from './links';
import { numberedAnew, type ItemPlace } from './list-numbers';
import { MAX_PARTS } from './parts';

// People read passages through this file and a scope alone, so none gets past the rule about spoilers. What must see all
// of them is in all-passages.ts.

/** The classes of players with the memberships $3, worked out once a statement: the party's, and each set that holds one of them. */
export const CLASSES = `(ARRAY(SELECT c.id FROM audience_class c WHERE c.memberships && $3::uuid[]) || '${PARTY_CLASS}'::uuid)`;
const IS_CHOSEN = `p.audience_class = ANY (${CLASSES})`;
const GOES_WITH_DOCUMENT = 'p.audience_class IS NULL';

/**
 * Who of $1 (campaigns that the reader manages) and $2 (campaigns that they play in, with the memberships $3) sees passage `p` of
 * document `d`. A Public document's text is there for players once it was shown to them: in the same showing as the document. Of
 * a spoiler they see what has an audience of its own, unless the release before has hidden the document: it knows of none.
 */
export const SEEN = `(
  d.campaign_id = ANY ($1::uuid[])
  OR d.campaign_id = ANY ($2::uuid[])
     AND CASE WHEN d.is_spoilers THEN d.shown_since IS NULL AND ${IS_CHOSEN}
              ELSE d.text_shown_since = d.shown_since AND (${GOES_WITH_DOCUMENT} OR ${IS_CHOSEN}) END)`;

/**
 * Whether document `d` has, or had, a passage that some players do not see, as every spoiler: then its pages are not theirs to
 * know.
 */
const MIXED = `(
  d.is_spoilers
  OR EXISTS (SELECT 1 FROM reading r WHERE r.document_id = d.id AND r.ever_hidden)
  OR EXISTS (SELECT 1 FROM passage h WHERE h.document_id = d.id AND h.audience_class IS NOT NULL
                AND h.audience_class <> '${PARTY_CLASS}'))`;

/** Of document `d`. To players a text of which they see a part is a note, so that lists of both are counted alike. */
export const IS_NOTE = 'EXISTS (SELECT 1 FROM note n WHERE n.document_id = d.id)';

const GETS_PARTS = 'o.is_managed';
const AT = '(row_number() OVER (ORDER BY p.position) - 1)::int';
const TOTAL = 'SELECT n FROM counted';
const READ = 'places o JOIN passage p ON p.id = o.id';

/** What is told of document `d` to the reader, worked out once. */
const told = (): string => `(
  SELECT m.*, NOT m.is_managed AND (NOT m.has_pages OR ${IS_NOTE}) AS is_counted_anew
    FROM (SELECT d.campaign_id = ANY ($1::uuid[]) AS is_managed,
                 d.campaign_id = ANY ($1::uuid[]) OR NOT ${MIXED} AS has_pages OFFSET 0) m OFFSET 0)`;

/**
 * What the reader sees of document $4. The rule is asked of one passage after the other: beside a join it takes twice the time. What
 * is built of it is built at each call, as tests exchange the rule.
 */
const seen = (columns: string, rest = ''): string => `
  SELECT p.* FROM document d CROSS JOIN LATERAL (
    SELECT ${columns} FROM passage p WHERE p.document_id = d.id AND ${SEEN} ${rest}) p
   WHERE d.id = $4`;

/** Of document $4, in reading order: what the reader sees, numbered for them alone. */
const places = (): string => `
  SELECT p.id, ${AT} AS at,
         CASE WHEN s.has_pages THEN p.page END AS page, s.is_managed, s.has_pages, s.is_counted_anew
    FROM document d CROSS JOIN LATERAL ${told()} s CROSS JOIN (${seen('p.id, p.position, p.page')}) p
   WHERE d.id = $4`;

/** The first values of a statement that asks for what is seen. */
export const whoReads = ({ managed, played, memberships = [] }: Scope): unknown[] => [
  managed,
  played,
  memberships,
];

/** From where on passages are asked for. */
export type PassagePlace =
  { by: 'after' | 'before' | 'around'; passage: string } | { by: 'page' | 'from'; number: number };

export interface VisiblePassages {
  passages: VisiblePassage[];
  /** From where on they were looked for. */
  first: number;
  /** Of how many that the reader sees. */
  total: number;
}

/** Where the passage stands that is named, or the one that a page begins with; null where there is none. */
const named = () => seen('p.position', 'AND p.id = $5::uuid');
const MARK: Record<PassagePlace['by'], () => string> = {
  after: named,
  before: named,
  around: named,
  // Behind the last page comes the end, and a text without pages has only its beginning.
  page: () => `SELECT coalesce(p.begins, p.ends) AS position
           FROM (${seen('min(p.position) FILTER (WHERE p.page >= $5::int) AS begins, max(p.position) + 1 AS ends', 'AND p.page IS NOT NULL')}) p
          CROSS JOIN told WHERE told.has_pages`,
  from: () => 'SELECT NULL::int AS position',
};
const MARKED = '(SELECT position FROM mark)';

/** How many the reader sees, and how many of them before the mark: by classes, of which there are few to ask the rule about. */
const counted = (): string => `
  SELECT coalesce(sum(p.n), 0)::int AS n, coalesce(sum(p.before), 0)::int AS before
    FROM document d CROSS JOIN LATERAL (
      SELECT p.audience_class, count(*) AS n, count(*) FILTER (WHERE p.position < ${MARKED}) AS before
        FROM passage p WHERE p.document_id = d.id GROUP BY p.audience_class) p
   WHERE d.id = $4 AND ${SEEN}`;

/** From where on, as a number; null where the passage that is named is not one that the reader sees. */
const FIRST: Record<PassagePlace['by'], string> = {
  after: `CASE WHEN ${MARKED} IS NOT NULL THEN before + 1 END`,
  before: `CASE WHEN ${MARKED} IS NOT NULL THEN greatest(before - $6::int, 0) END`,
  around: `CASE WHEN ${MARKED} IS NOT NULL THEN greatest(before - $6::int / 2, 0) END`,
  page: 'before',
  from: '$5::int',
};

/** The place of the passage that so many stand before the mark. */
const backBy = (most: string): string =>
  `(SELECT min(b.position) FROM (${seen('p.position', `AND p.position < ${MARKED} ORDER BY p.position DESC LIMIT ${most}`)}) b)`;

/** Which passages are in the window, of which no more than are asked for are taken. */
const WINDOW: Record<PassagePlace['by'], () => string> = {
  after: () => `p.position > ${MARKED}`,
  before: () => `p.position < ${MARKED} AND p.position >= ${backBy('$6::int')}`,
  around: () => `p.position >= coalesce(${backBy('$6::int / 2')}, ${MARKED})`,
  page: () => `p.position >= coalesce(${MARKED}, 0)`,
  from: () => `p.position >= (${seen('p.position', 'ORDER BY p.position OFFSET $5::int LIMIT 1')})`,
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

/** Who sees passage `p` of document `d`, as GMs are told. */
const AUDIENCE = `CASE WHEN p.audience_class IS NULL THEN CASE WHEN d.is_spoilers THEN 'gm' ELSE 'party' END
                     WHEN p.audience_class = '${GM_CLASS}' THEN 'gm'
                     WHEN p.audience_class = '${PARTY_CLASS}' THEN 'party'
                     ELSE 'players' END`;

/** Of chosen players: their memberships, those that have ended too. */
const CHOSEN = `(SELECT c.memberships FROM audience_class c WHERE c.id = p.audience_class)`;

interface Row extends Omit<
  Passage,
  'level' | 'page' | 'region' | 'audience' | 'own_audience' | 'players'
> {
  at: number;
  level: number | null;
  page: number | null;
  region: [number, number, number, number] | null;
  audience: 'gm' | 'party' | 'players' | null;
  has_own: boolean;
  chosen: string[] | null;
  is_counted_anew: boolean;
}

/** A passage, and for GMs the memberships of those who were chosen for it. */
export type VisiblePassage = Omit<Passage, 'players'> & { at: number; chosen?: string[] };

/**
 * Some passages of a document, in reading order.
 * @returns undefined when the passage that is named is not there for the reader
 */
export async function visiblePassages(
  db: SqlReader,
  scope: Scope,
  document: string,
  { place, limit, ends }: { place: PassagePlace; limit: number; ends: LinkEnds },
): Promise<VisiblePassages | undefined> {
  const rows = await db.query<
    { n: number; first: number | null } & (Row | { id: null }) & { at: number }
  >(
    `WITH told AS MATERIALIZED (SELECT s.* FROM document d CROSS JOIN LATERAL ${told()} s WHERE d.id = $4),
          mark AS MATERIALIZED (${MARK[place.by]()}),
          counted AS MATERIALIZED (${counted()}),
          total AS (${TOTAL}),
          first AS (SELECT ${FIRST[place.by]} AS at FROM counted),
          places AS MATERIALIZED (
            SELECT w.id, (first.at + row_number() OVER (ORDER BY w.position) - 1)::int AS at,
                   CASE WHEN told.has_pages THEN w.page END AS page, told.*
              FROM (${seen('p.id, p.position, p.page', `AND ${WINDOW[place.by]()} ORDER BY p.position LIMIT $6::int`)}) w
             CROSS JOIN first CROSS JOIN told)
     SELECT total.n, first.at AS first, x.*
       FROM total CROSS JOIN first LEFT JOIN LATERAL (SELECT * FROM (
         SELECT p.id, o.at, p.kind, p.depth, p.level, p.text, p.content, o.page,
                CASE WHEN o.has_pages THEN p.region END AS region,
                CASE WHEN o.is_managed THEN ${AUDIENCE} END AS audience,
                o.is_managed AND p.audience_class IS NOT NULL AS has_own,
                CASE WHEN o.is_managed THEN ${CHOSEN} END AS chosen, o.is_counted_anew,
                row_number() OVER nearest AS nth,
                sum(length(p.text) + length(p.content::text)) OVER nearest AS characters
           FROM places o JOIN passage p ON p.id = o.id JOIN document d ON d.id = p.document_id
         WINDOW nearest AS (ORDER BY ${FARTHEST_LAST[place.by]})
          ORDER BY o.at LIMIT $6::int) y WHERE nth = 1 OR characters <= ${MAX_ANSWER}) x ON true
      ORDER BY x.at`,
    [...whoReads(scope), document, 'passage' in place ? place.passage : place.number, limit],
  );
  const [head] = rows;
  if (!head || head.first === null) return undefined;
  const found = rows.flatMap((row) => (row.id === null ? [] : [row as Row]));
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

/** To who sees a part of a text, its lists are of what they see. */
async function withListNumbers(
  db: SqlReader,
  scope: Scope,
  document: string,
  rows: readonly Row[],
): Promise<VisiblePassage[]> {
  const passages = rows.map(toPassage);
  const [first] = rows;
  if (!first?.is_counted_anew) return passages;
  const before = first.kind === 'list_item' ? await itemsBefore(db, scope, document, first.at) : [];
  return numberedAnew(passages, before);
}

/** How many passages of each of some documents a player sees; of what the reader manages none are counted. */
export async function visibleCounts(
  db: SqlReader,
  scope: Scope,
  documents: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (documents.length === 0) return new Map();
  const rows = await db.query<{ id: string; n: number }>(
    `SELECT d.id, sum(p.n)::int AS n FROM document d CROSS JOIN LATERAL (
       SELECT p.audience_class, count(*) AS n FROM passage p WHERE p.document_id = d.id GROUP BY p.audience_class) p
      WHERE d.id = ANY ($4::uuid[]) AND NOT d.campaign_id = ANY ($1::uuid[]) AND ${SEEN} GROUP BY d.id`,
    [...whoReads(scope), documents],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** The list items before a place without anything between, of what the reader sees. */
function itemsBefore(
  db: SqlReader,
  scope: Scope,
  document: string,
  at: number,
): Promise<ItemPlace[]> {
  return db.query<ItemPlace>(
    `WITH places AS MATERIALIZED (${places()}),
          other AS (SELECT coalesce(max(o.at), -1) AS at FROM places o JOIN passage p USING (id) WHERE o.at < $5::int AND p.kind <> 'list_item')
     SELECT p.depth, p.content ->> 'marker' AS marker
       FROM places o JOIN passage p USING (id) WHERE o.at > (SELECT at FROM other) AND o.at < $5::int ORDER BY o.at`,
    [...whoReads(scope), document, at],
  );
}

/**
 * Some passages of a document of campaigns that the reader manages, in the trash too, as they were read: from a place on that the
 * last one before was at.
 */
export async function managedPassages(
  db: SqlReader,
  { managed }: Pick<Scope, 'managed'>,
  document: string,
  { after, limit }: { after: number; limit: number },
): Promise<VisiblePassage[]> {
  const rows = await db.query<Row>(
    `SELECT p.id, p.position AS at, p.kind, p.depth, p.level, p.text, p.content, p.page, p.region, ${AUDIENCE} AS audience,
            p.audience_class IS NOT NULL AS has_own, ${CHOSEN} AS chosen
       FROM (SELECT id, campaign_id, is_spoilers FROM document
             UNION ALL SELECT id, campaign_id, is_spoilers FROM trashed_document) d
       JOIN passage p ON p.document_id = d.id
      WHERE d.id = $2 AND d.campaign_id = ANY ($1::uuid[]) AND p.position > $3
      ORDER BY p.position LIMIT $4`,
    [managed, document, after, limit],
  );
  return rows.map(toPassage);
}

/** The passages that have these names in their file, by name; of several that have one the first. */
async function visibleAnchors(
  db: SqlReader,
  scope: Scope,
  document: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db.query<{ name: string; id: string }>(
    `SELECT DISTINCT ON (a.name) a.name, p.id
       FROM document d JOIN passage p ON p.document_id = d.id
      CROSS JOIN LATERAL jsonb_array_elements_text(p.content -> 'anchors') AS a (name)
      WHERE d.id = $4 AND p.content ? 'anchors' AND a.name = ANY ($5::text[]) AND ${SEEN}
      ORDER BY a.name, p.position`,
    [...whoReads(scope), document, names],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

const toPassage = (row: Row): VisiblePassage => ({
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
});

/** Picture `i` by passage `p`, both of document `d`. */
const IS_NAMED = "i.document_id = d.id AND i.id = (p.content ->> 'image')::uuid";

/** Since when players were shown what they see of document `d`: a spoiler by the first of their own moments. */
const SHOWN = `CASE WHEN d.is_spoilers THEN (
  SELECT min(h.since) FROM handout_reader h
   WHERE h.document_id = d.id AND (h.reader = '${PARTY_CLASS}' OR h.reader = ANY ($3::uuid[]))) ELSE d.shown_since END`;

/** What a player gets of picture `i` is a copy where it was written for them; a GM gets the first. */
const COPY = `LATERAL (
  SELECT c.copy ->> 's3_key' AS s3_key, (c.copy ->> 'fresh_at')::timestamptz AS fresh_at
    FROM jsonb_array_elements(i.copies) WITH ORDINALITY AS c (copy, nth)
   WHERE NOT d.campaign_id = ANY ($1::uuid[])
     AND (c.copy ->> 'all_but')::boolean <> (c.copy -> 'memberships' ?| ($3::uuid[])::text[])
     AND (c.copy ->> 'fresh_at')::timestamptz >= i.fresh_at
   ORDER BY c.nth LIMIT 1)`;

/** Pictures of a document that passages name which the reader sees; to players those that were written in its showing. */
export function visibleImages(
  db: SqlReader,
  scope: Scope,
  document: string,
  ids: readonly string[],
): Promise<{ id: string; s3_key: string }[]> {
  return db.query(
    `SELECT DISTINCT i.id, coalesce(k.s3_key, i.s3_key) AS s3_key
       FROM document d JOIN passage p ON p.document_id = d.id AND p.kind = 'image'
       JOIN passage_image i ON ${IS_NAMED}
       LEFT JOIN ${COPY} k ON true
      WHERE d.id = $4 AND i.id = ANY ($5::uuid[]) AND ${SEEN}
        AND (d.campaign_id = ANY ($1::uuid[]) OR coalesce(k.fresh_at, i.fresh_at) >= ${SHOWN})`,
    [...whoReads(scope), document, ids],
  );
}

export interface VisibleHeading {
  id: string;
  level: number;
  text: string;
  page: number | null;
  at: number;
  /** What GMs put on the part that it begins; null to players. */
  tags: string[] | null;
  pinned: boolean | null;
}

/** Characters of a heading in an outline. */
const MAX_HEADING = 300;

/** The headings of a document, in reading order; of very many the deepest are left out. */
export function visibleOutline(
  db: SqlReader,
  scope: Scope,
  document: string,
): Promise<VisibleHeading[]> {
  return db.query<VisibleHeading>(
    `WITH places AS MATERIALIZED (${places()})
     SELECT * FROM (
       SELECT p.id, p.level, CASE WHEN length(p.text) > ${MAX_HEADING} THEN left(p.text, ${MAX_HEADING - 1}) || '…' ELSE p.text END AS text,
              o.page, o.at, CASE WHEN ${GETS_PARTS} THEN coalesce(t.tags, '{}') END AS tags,
              CASE WHEN ${GETS_PARTS} THEN coalesce(t.pinned, false) END AS pinned
         FROM places o JOIN passage p ON p.id = o.id LEFT JOIN part t ON t.passage_id = p.id
        WHERE p.document_id = $4 AND p.kind = 'heading' ORDER BY p.level, o.at LIMIT ${PASSAGE_LIMITS.outline}) h
      ORDER BY at`,
    [...whoReads(scope), document],
  );
}

/** Where words stand in a document, next to each other as they are given. */
export async function visibleFinds(
  db: SqlReader,
  scope: Scope,
  document: string,
  words: string,
): Promise<{ id: string; at: number; times: number }[]> {
  const wanted = folded(words);
  if (wanted === '') return [];
  return db.query(
    `WITH places AS MATERIALIZED (${places()})
     SELECT p.id, o.at,
            ((length(p.folded) - length(replace(p.folded, $5, ''))) / length($5))::int AS times
       FROM ${READ}
      WHERE p.document_id = $4 AND position($5 IN p.folded) > 0
      ORDER BY o.at LIMIT ${PASSAGE_LIMITS.found + 1}`,
    [...whoReads(scope), document, wanted],
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
    `WITH places AS MATERIALIZED (${places()})
     SELECT p.text, o.page FROM places o JOIN passage p ON p.id = o.id
      WHERE p.id = $5 AND p.kind = 'heading'`,
    [...whoReads(scope), document, id],
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
