import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS, type AudienceMembers, isEmpty, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Titles } from './handout-titles';

// Handouts are the visible passages of a spoiler. Stores their titles and since when each member has seen a passage
// without interruption: one row for the party and one for each chosen player. While the document is Public the rows
// stay unchanged, so that earlier viewers keep their start time.

interface DocumentRef {
  document: string;
  campaign: string;
}

/** Latest title of a spoiler that any player has received; for GMs. */
export async function publicTitleOf(db: SqlReader, document: string): Promise<string | undefined> {
  const [row] = await db.query<{ title: string }>(
    'SELECT public_title AS title FROM handout WHERE document_id = $1',
    [document],
  );
  return row?.title;
}

/** Current or latest title of a document for each viewer. */
export async function titlesOf(db: SqlReader, document: string): Promise<Titles> {
  const rows = await db.query<{ reader: string; title: string }>(
    'SELECT reader, title FROM reader_title WHERE document_id = $1',
    [document],
  );
  return new Map(rows.map(({ reader, title }) => [reader, title]));
}

export async function setTitles(
  tx: Transaction,
  { document, campaign }: DocumentRef,
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
  { document, campaign }: DocumentRef,
  title: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO handout (document_id, campaign_id, public_title) VALUES ($1, $2, $3)
     ON CONFLICT (document_id) DO UPDATE SET public_title = excluded.public_title`,
    [document, campaign, title],
  );
}

/** Stores the titles before a ledger entry, so that the entry can be undone. */
export async function rememberTitle(
  tx: Transaction,
  { document, campaign }: DocumentRef,
  entry: string,
  { title, titles }: { title: string | undefined; titles: Titles },
): Promise<void> {
  await tx.query(
    `INSERT INTO handout_title (entry_id, document_id, campaign_id, title_before, titles_before)
     VALUES ($1, $2, $3, $4, $5::jsonb)`,
    [entry, document, campaign, title ?? null, JSON.stringify(Object.fromEntries(titles))],
  );
}

/** Titles before a ledger entry that changed them; undefined where the entry changed no title, or a later entry did. */
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

/**
 * Members who see passages of a spoiler, as last recorded; for a Public document, the members who saw passages before.
 */
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
 * Updates the viewer rows of a spoiler that this transaction has locked. A player who becomes chosen while the party
 * sees passages keeps the party's start time; a player who is no longer chosen keeps their own start time as long as
 * the party sees passages. A new viewer starts at the time of the ledger entry of this transaction.
 */
export async function settleReaders(
  tx: Transaction,
  { document, campaign }: DocumentRef,
): Promise<void> {
  const [settled] = await tx.query<{ has_lost: boolean }>(
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
          AND NOT EXISTS (SELECT 1 FROM chosen WHERE chosen.id = h.reader)
       RETURNING h.reader),
     come AS (
       INSERT INTO handout_reader (document_id, reader, campaign_id, since)
       SELECT $1, r.id, $2, r.since FROM (
         SELECT id, coalesce((SELECT since FROM stood), (SELECT now FROM moment)) AS since FROM chosen
         UNION ALL
         SELECT '${PARTY_CLASS}'::uuid, (SELECT now FROM moment) FROM party WHERE sees) r
       ON CONFLICT (document_id, reader) DO NOTHING)
     SELECT EXISTS (SELECT FROM gone) AS has_lost`,
    [document, campaign],
  );
  if (settled?.has_lost && !(await hasReaders(tx, document))) await hideLook(tx, document);
}

/** Deletes the viewer rows of a document, so that a later reveal is new to every player. */
export async function forgetReaders(tx: Transaction, document: string): Promise<void> {
  await tx.query('DELETE FROM handout_reader WHERE document_id = $1', [document]);
  await hideLook(tx, document);
}

/** Later readers do not get the category and the portrait that a GM chose for readers who have gone. */
async function hideLook(tx: Transaction, document: string): Promise<void> {
  await tx.query(
    `UPDATE document SET public_category = NULL, public_portrait = NULL,
            hidden_look = jsonb_build_object('category', public_category, 'portrait', public_portrait, 'entry',
              (SELECT id FROM ledger_entry WHERE document_id = $1 ORDER BY number DESC LIMIT 1))
      WHERE id = $1 AND (public_category IS NOT NULL OR public_portrait IS NOT NULL)`,
    [document],
  );
}

/** Restores the category and the portrait that the change of a ledger entry hid. */
export async function restoreLook(tx: Transaction, document: string, entry: string): Promise<void> {
  await tx.query(
    `UPDATE document SET public_category = hidden_look ->> 'category',
            public_portrait = (hidden_look ->> 'portrait')::uuid, hidden_look = NULL
      WHERE id = $1 AND hidden_look ->> 'entry' = $2 AND public_category IS NULL AND public_portrait IS NULL`,
    [document, entry],
  );
}
