import { CHANGE_LIMITS, type Change, type ChangesQuery } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { IS_NOTE } from '../passages/visible/visible-passages';

// Change feed of a campaign for the search index, hidden passages included. Never served to users.

/** Cursor: all changes up to a number, or up to a row within one: `7`, or `7.1.<id>.3`. */
interface FeedPlace {
  number: number;
  rank: number;
  id: string;
  /** Pruning watermark when the indexer started to catch up; undefined once it has caught up. */
  forgotten: number | undefined;
}

/** Order of rows with one number: the document, its passages, then deleted passages. */
const RANKS = { document: 0, passage: 1, gone: 2 } as const;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function feedPlace(text: string): FeedPlace {
  const [number = '0', rank = '3', id = LAST_ID, forgotten] = text.split('.');
  return {
    number: Number(number),
    rank: Number(rank),
    id,
    forgotten: forgotten === undefined ? undefined : Number(forgotten),
  };
}

/** After which id of a kind rows with the place's own number go on. */
const idOf = ({ rank, id }: FeedPlace, kind: number): string =>
  kind === rank ? id : kind > rank ? FIRST_ID : LAST_ID;

interface ChangeRow {
  number: number;
  rank: number;
  id: string;
  row: Change;
}

/**
 * Rows of the feed after a cursor, in order. Concurrent changes get higher numbers than all existing ones, so that no
 * change is missed.
 */
export async function feedRows(
  db: SqlReader,
  campaign: string,
  after: FeedPlace,
  { limit, only }: Pick<ChangesQuery, 'limit' | 'only'>,
): Promise<{ rows: ChangeRow[]; more: boolean }> {
  const isWanted = only === 'seen' ? 'was_seen' : 'true';
  const found = await db.query<ChangeRow & { listed: number }>(
    `WITH changed AS (
       SELECT c.number, ${RANKS.document} AS rank, c.document_id AS id, 0 AS size FROM campaign_change c
        WHERE c.campaign_id = $1 AND (c.number, c.document_id) > ($2, $3)
        ORDER BY 1, 3 LIMIT $6),
     passages AS (
       SELECT p.number, ${RANKS.passage} AS rank, p.id, length(p.text) AS size FROM passage p
        WHERE p.campaign_id = $1 AND (p.number, p.id) > ($2, $4) AND ${isWanted} ORDER BY 1, 3 LIMIT $6),
     gone AS (
       SELECT g.number, ${RANKS.gone} AS rank, g.passage_id AS id, 0 AS size FROM passage_gone g
        WHERE g.campaign_id = $1 AND (g.number, g.passage_id) > ($2, $5) AND ${isWanted} ORDER BY 1, 3 LIMIT $6),
     listed AS (
       SELECT *, sum(size) OVER w - size AS before, row_number() OVER w AS place FROM (
         SELECT * FROM changed UNION ALL SELECT * FROM passages UNION ALL SELECT * FROM gone) a
       WINDOW w AS (ORDER BY number, rank, id))
     SELECT l.number::float8 AS number, l.rank, l.id, (SELECT count(*) FROM listed)::int AS listed,
            CASE l.rank WHEN ${RANKS.document} THEN (${DOCUMENT}) WHEN ${RANKS.passage} THEN (${PASSAGE}) ELSE (${GONE}) END AS row
       FROM listed l
      WHERE l.place = 1 OR (l.place <= $6 AND l.before < ${CHANGE_LIMITS.text})
      ORDER BY l.place`,
    [
      campaign,
      after.number,
      idOf(after, RANKS.document),
      idOf(after, RANKS.passage),
      idOf(after, RANKS.gone),
      limit + 1,
    ],
  );
  const rows = found.slice(0, limit);
  return { rows, more: (found[0]?.listed ?? 0) > rows.length };
}

const TIME = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Name of an audience class in the feed. */
const NAME_OF = (reader: string): string =>
  `CASE WHEN ${reader} = '${PARTY_CLASS}' THEN 'party' ELSE ${reader}::text END`;

const DOCUMENT = `
  SELECT jsonb_strip_nulls(jsonb_build_object(
           'number', l.number, 'document', l.id,
           'state', CASE WHEN d.id IS NOT NULL THEN 'here'
                         WHEN EXISTS (SELECT 1 FROM trashed_document t WHERE t.id = l.id) THEN 'trashed'
                         ELSE 'gone' END,
           'name', d.original_filename,
           'kind', CASE WHEN ${IS_NOTE} THEN 'note' WHEN d.id IS NOT NULL THEN 'file' END,
           'source', d.source_id,
           'tags', d.tags,
           'audience', CASE WHEN d.is_spoilers THEN 'gm' WHEN d.id IS NOT NULL THEN 'party' END,
           'text_audience', CASE WHEN d.id IS NULL THEN NULL
                                 WHEN NOT d.is_spoilers AND d.text_shown_since = d.shown_since THEN 'party'
                                 ELSE 'gm' END,
           'public_title', CASE WHEN d.is_spoilers
                                 AND EXISTS (SELECT 1 FROM handout_reader h WHERE h.document_id = d.id)
                                THEN (SELECT h.public_title FROM handout h WHERE h.document_id = d.id) END,
           'titles', CASE WHEN d.is_spoilers THEN (
             SELECT jsonb_object_agg(${NAME_OF('t.reader')}, t.title)
               FROM reader_title t WHERE t.document_id = d.id
                AND EXISTS (SELECT 1 FROM handout_reader h WHERE h.document_id = d.id)) END,
           'seen_since', (
             SELECT jsonb_object_agg(${NAME_OF('h.reader')}, ${TIME('h.since')})
               FROM handout_reader h WHERE h.document_id = d.id),
           'created_at', ${TIME('d.created_at')},
           'shown_since', ${TIME('d.shown_since')},
           'for_gms', CASE WHEN d.author_audience = 'gms' THEN true END))
    FROM (SELECT 1) one LEFT JOIN document d ON d.id = l.id AND d.campaign_id = $1`;

const PASSAGE = `
  SELECT jsonb_strip_nulls(jsonb_build_object(
           'number', p.number, 'passage', p.id, 'document', p.document_id, 'position', p.position, 'kind', p.kind,
           'depth', p.depth, 'level', p.level, 'text', p.text, 'page', p.page,
           'audience', CASE p.audience_class WHEN '${GM_CLASS}' THEN 'gm' WHEN '${PARTY_CLASS}' THEN 'party'
                                             ELSE p.audience_class::text END))
    FROM passage p WHERE p.id = l.id`;

const GONE = `
  SELECT jsonb_build_object('number', l.number, 'gone_passage', l.id, 'document', g.document_id)
    FROM passage_gone g WHERE g.passage_id = l.id`;
