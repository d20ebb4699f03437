import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS, type AudienceMembers, isEmpty, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Titles } from './handout-titles';

// Handouts: what players see of a spoiler. What they call it, and since when each of them sees something of it without a break: a row
// for all of them together, and one for each chosen one. While the document is Public the rows stay as they are, so that who saw a
// part of it before has known it since then.

interface Place {
  document: string;
  campaign: string;
}

/** What players were last told that a spoiler is called, whoever they were: for GMs. */
export async function publicTitleOf(db: SqlReader, document: string): Promise<string | undefined> {
  const [row] = await db.query<{ title: string }>(
    'SELECT public_title AS title FROM handout WHERE document_id = $1',
    [document],
  );
  return row?.title;
}

/** What each reader of a document calls it, or called it last. */
export async function titlesOf(db: SqlReader, document: string): Promise<Titles> {
  const rows = await db.query<{ reader: string; title: string }>(
    'SELECT reader, title FROM reader_title WHERE document_id = $1',
    [document],
  );
  return new Map(rows.map(({ reader, title }) => [reader, title]));
}

export async function setTitles(
  tx: Transaction,
  { document, campaign }: Place,
  titles: Titles,
): Promise<void> {
  await tx.query('DELETE FROM reader_title WHERE document_id = $1', [document]);
  await tx.query(
    `INSERT INTO reader_title (document_id, reader, campaign_id, title)
     SELECT $1, t.key::uuid, $2, t.value FROM jsonb_each_text($3::jsonb) t`,
    [document, campaign, JSON.stringify(Object.fromEntries(titles))],
  );
}

export async function setPublicTitle(
  tx: Transaction,
  { document, campaign }: Place,
  title: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO handout (document_id, campaign_id, public_title) VALUES ($1, $2, $3)
     ON CONFLICT (document_id) DO UPDATE SET public_title = excluded.public_title`,
    [document, campaign, title],
  );
}

/** Keeps what players called a document before an entry of the ledger, so that it can be taken back. */
export async function rememberTitle(
  tx: Transaction,
  { document, campaign }: Place,
  entry: string,
  { title, titles }: { title: string | undefined; titles: Titles },
): Promise<void> {
  await tx.query(
    `INSERT INTO handout_title (entry_id, document_id, campaign_id, title_before, titles_before)
     VALUES ($1, $2, $3, $4, $5::jsonb)`,
    [entry, document, campaign, title ?? null, JSON.stringify(Object.fromEntries(titles))],
  );
}

/** What players called a document before an entry that has changed it; undefined where it has not, or another has since. */
export async function titlesBefore(
  tx: Transaction,
  document: string,
  entry: string,
): Promise<{ title: string | undefined; titles: Titles } | undefined> {
  const [row] = await tx.query<{ title: string | null; titles: Record<string, string> }>(
    `SELECT t.title_before AS title, t.titles_before AS titles
       FROM handout_title t JOIN ledger_entry e ON e.id = t.entry_id
      WHERE t.entry_id = $2 AND t.document_id = $1
        AND NOT EXISTS (SELECT 1 FROM handout_title o JOIN ledger_entry s ON s.id = o.entry_id
                         WHERE o.document_id = $1 AND s.number > e.number)`,
    [document, entry],
  );
  return row && { title: row.title ?? undefined, titles: new Map(Object.entries(row.titles)) };
}

/** Who sees something of a spoiler, as it was settled last; once it is Public, who saw something of it before. */
export async function readersOfHandout(db: SqlReader, document: string): Promise<AudienceMembers> {
  const rows = await db.query<{ reader: string }>(
    'SELECT reader FROM handout_reader WHERE document_id = $1',
    [document],
  );
  const ids = rows.map(({ reader }) => reader);
  return ids.includes(PARTY_CLASS) ? ALL_MEMBERS : { isAllBut: false, memberships: new Set(ids) };
}

/** Whether players see, or saw before it became Public, a part of a document. */
export const hasReaders = async (db: SqlReader, document: string): Promise<boolean> =>
  !isEmpty(await readersOfHandout(db, document));

/**
 * Has the rows of readers follow who sees something of a spoiler now, whose row this transaction has locked. Who begins to be chosen
 * while all players see something has seen it since then; who is chosen no more keeps their moment as long as all players do. Whoever
 * begins to see something has seen it since the moment of the entry of the ledger that this transaction has written.
 */
export async function settleReaders(tx: Transaction, { document, campaign }: Place): Promise<void> {
  await tx.query(
    `WITH classes AS (
       SELECT DISTINCT audience_class AS id FROM passage WHERE document_id = $1 AND audience_class IS NOT NULL),
     party AS (SELECT EXISTS (SELECT 1 FROM classes WHERE id = '${PARTY_CLASS}') AS sees),
     chosen AS (SELECT DISTINCT unnest(c.memberships) AS id FROM classes JOIN audience_class c USING (id)),
     moment AS MATERIALIZED (
       SELECT coalesce(max(at), clock_timestamp()) AS now FROM ledger_entry WHERE document_id = $1 AND at >= now()),
     stood AS (SELECT since FROM handout_reader WHERE document_id = $1 AND reader = '${PARTY_CLASS}'),
     gone AS (
       DELETE FROM handout_reader h
        WHERE document_id = $1 AND NOT (SELECT sees FROM party)
          AND NOT EXISTS (SELECT 1 FROM chosen WHERE chosen.id = h.reader))
     INSERT INTO handout_reader (document_id, reader, campaign_id, since)
     SELECT $1, r.id, $2, r.since FROM (
       SELECT id, coalesce((SELECT since FROM stood), (SELECT now FROM moment)) AS since FROM chosen
       UNION ALL
       SELECT '${PARTY_CLASS}'::uuid, (SELECT now FROM moment) FROM party WHERE sees) r
     ON CONFLICT (document_id, reader) DO NOTHING`,
    [document, campaign],
  );
}

/** Nobody sees anything of a document any longer: what comes back is new to all. */
export async function forgetReaders(tx: Transaction, document: string): Promise<void> {
  await tx.query('DELETE FROM handout_reader WHERE document_id = $1', [document]);
}
