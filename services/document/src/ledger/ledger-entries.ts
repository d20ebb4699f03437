import { IS_DOCUMENT_ENTRY } from '@tomekeeper/visibility';
import type { LedgerEntry } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { visibleAmong } from '../access/visible-documents';

export interface Entry {
  id: string;
  number: number;
  at: Date;
  act: LedgerEntry['act'];
  actor: string | null;
  /** The document that the entry is about, and its source if it is a handout with its own id. */
  document: string;
  source: string | null;
  audience: LedgerEntry['audience'];
  /** Of chosen players: their memberships. */
  memberships: string[] | null;
  /** How many passages it names. */
  passages: number;
  /** Whether the entry is about the whole document, even if it names passages. */
  is_of_document: boolean;
}

/** Sequence number of an entry within its campaign. */
export async function numberOf(
  db: SqlReader,
  campaign: string,
  entry: string,
): Promise<number | undefined> {
  const [row] = await db.query<{ number: number }>(
    'SELECT number::float8 AS number FROM ledger_entry WHERE id = $2 AND campaign_id = $1',
    [campaign, entry],
  );
  return row?.number;
}

/** Sources of those of the given documents that are handouts with their own ids. */
export async function sourcesOf(
  db: SqlReader,
  documents: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; source: string }>(
    `SELECT id, source_id AS source FROM document WHERE id = ANY ($1::uuid[]) AND source_id IS NOT NULL
     UNION ALL
     SELECT id, source_id FROM trashed_document WHERE id = ANY ($1::uuid[]) AND source_id IS NOT NULL`,
    [documents],
  );
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** A page of a campaign's entries. */
interface EntryRange {
  /** Number of the last entry of the previous page. */
  after: number | undefined;
  limit: number;
  /** First moment, inclusive, and last moment, exclusive. */
  from: Date | undefined;
  until: Date | undefined;
  order: 'newest' | 'oldest';
}

const ORDERS = {
  newest: { isLater: '<', direction: 'DESC' },
  oldest: { isLater: '>', direction: 'ASC' },
} as const;

/** Moment of parameter $n in milliseconds, or `otherwise`: unlike OR, it allows an index scan. */
const momentOr = (parameter: string, otherwise: string): string =>
  `coalesce(to_timestamp(${parameter}::float8 / 1000), '${otherwise}')`;

/**
 * Returns entries of a campaign, and one more than `limit` if there are more. Omits entries about a handout as a whole,
 * because the entry of its source has the same content.
 */
export function ledgerEntries(
  db: SqlReader,
  campaign: string,
  { after, limit, from, until, order }: EntryRange,
): Promise<Entry[]> {
  const { isLater, direction } = ORDERS[order];
  return db.query<Entry>(
    `SELECT e.id, e.number::float8 AS number, e.at, e.act, e.actor, e.document_id AS document,
            e.source_id AS source, e.audience, c.memberships, n.passages, ${IS_DOCUMENT_ENTRY} AS is_of_document
       FROM ledger_entry e
       LEFT JOIN audience_class c ON c.id = e.audience_class
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS passages FROM ledger_passage l WHERE l.entry_id = e.id) n
      WHERE e.campaign_id = $1 AND ($2::bigint IS NULL OR e.number ${isLater} $2)
        AND e.at >= ${momentOr('$4', '-infinity')} AND e.at < ${momentOr('$5', 'infinity')}
        AND (e.source_id IS NULL OR NOT (${IS_DOCUMENT_ENTRY}))
      ORDER BY e.number ${direction} LIMIT $3`,
    [campaign, after ?? null, limit + 1, from?.getTime() ?? null, until?.getTime() ?? null],
  );
}

/** Titles that players have for documents which they see, or saw, in part. */
export async function publicTitles(
  db: SqlReader,
  documents: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ document: string; title: string }>(
    `SELECT document_id AS document, public_title AS title FROM handout
      WHERE document_id = ANY ($1::uuid[])`,
    [documents],
  );
  return new Map(rows.map(({ document, title }) => [document, title]));
}

/** Current titles of documents, deleted ones included, permanently deleted ones excluded. */
export async function titlesOf(
  db: SqlReader,
  campaign: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [living, trashed] = await Promise.all([
    visibleAmong(db, { managed: [campaign], played: [] }, ids),
    titlesOfTrashed(db, campaign, ids),
  ]);
  return new Map([...living, ...trashed].map((one) => [one.id, one.original_filename]));
}

/** Titles of those of the given documents that are in the trash. */
function titlesOfTrashed(
  db: SqlReader,
  campaign: string,
  ids: readonly string[],
): Promise<{ id: string; original_filename: string }[]> {
  return db.query(
    'SELECT id, original_filename FROM trashed_document WHERE campaign_id = $1 AND id = ANY ($2::uuid[])',
    [campaign, ids],
  );
}
