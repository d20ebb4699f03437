import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { IS_DOCUMENT_ENTRY } from '@tomekeeper/visibility';
import type { Member, Scope } from '../memberships/campaign-memberships';
import { SEES_PASSAGE_OF_ENTRY } from '../passages/visible/visible-news';
import { viewerParameters } from '../passages/visible/visible-passages';

// Rows of `news_reader`, `document_read` and `entry_opening`.

/** A member with the user id under which the rows are erased and exported. */
interface Reader extends Pick<Member, 'campaign' | 'reader'> {
  person: string;
}

/** SQL condition on a reader `$1` of a campaign `$2`: of an ended membership and of a deleted campaign nothing is stored. */
export const IS_OPEN = `NOT EXISTS (SELECT 1 FROM notebook WHERE membership_id = $1 AND ended_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM deleted_campaign WHERE campaign_id = $2)`;

/** @param column `sessions_read_until` for the news of sessions alone */
export async function markAllRead(
  tx: Transaction,
  { reader, campaign, person }: Reader,
  column: 'read_until' | 'sessions_read_until',
): Promise<void> {
  await tx.query(
    `INSERT INTO news_reader (reader, campaign_id, person, ${column})
     SELECT $1::uuid, $2::uuid, $3::uuid, now() WHERE ${IS_OPEN}
         ON CONFLICT (campaign_id, reader) DO UPDATE SET ${column} = excluded.${column}`,
    [reader, campaign, person],
  );
}

/**
 * Records that a reader opened a document.
 * @returns when they opened it before, as text, to the microsecond; undefined if nothing was stored, because the membership has ended
 */
export async function markRead(
  tx: Transaction,
  { reader, campaign, person }: Reader,
  document: string,
): Promise<{ before: string | undefined } | undefined> {
  const [before] = await tx.query<{ at: string }>(
    'SELECT at::text AS at FROM document_read WHERE document_id = $1 AND reader = $2 FOR UPDATE',
    [document, reader],
  );
  const stored = await tx.query(
    `INSERT INTO document_read (reader, campaign_id, person, document_id, at)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, now() WHERE ${IS_OPEN}
         ON CONFLICT (document_id, reader) DO UPDATE SET at = excluded.at RETURNING at`,
    [reader, campaign, person, document],
  );
  return stored.length > 0 ? { before: before?.at } : undefined;
}

/** Maximum ledger entries of a document that one opening marks. */
const MAX_ENTRIES = 100;

/**
 * Records the ledger entries whose content a player has opened: entries since their last opening, as far as the content is still visible.
 * @param before when they opened it before
 */
export async function recordOpening(
  tx: Transaction,
  { reader, campaign, person }: Reader,
  { document, scope, before }: { document: string; scope: Scope; before: string | undefined },
): Promise<void> {
  await tx.query(
    `INSERT INTO entry_opening (entry_id, reader, campaign_id, person, at)
     SELECT e.id, $4, $5, $6, now() FROM ledger_entry e JOIN document d ON d.id = e.document_id
      WHERE e.document_id = $7 AND ($8::timestamptz IS NULL OR e.at > $8::timestamptz)
        AND e.act NOT IN ('hide', 'delete', 'show')
        AND CASE WHEN ${IS_DOCUMENT_ENTRY} THEN NOT d.is_spoilers AND e.at >= d.shown_since
                 ELSE ${SEES_PASSAGE_OF_ENTRY} END
      ORDER BY e.number DESC LIMIT ${MAX_ENTRIES}
         ON CONFLICT DO NOTHING`,
    [...viewerParameters(scope), reader, campaign, person, document, before ?? null],
  );
}

/** The first time that a player opened the content of a ledger entry. */
export interface EntryOpening {
  entry: string;
  membership: string;
  at: Date;
}

/** Openings of ledger entries, earliest first; an entry about a source has those of its handouts. */
export function openingsOf(db: SqlReader, entries: readonly string[]): Promise<EntryOpening[]> {
  return db.query(
    `SELECT entry, membership, min(at) AS at FROM (
       SELECT entry_id AS entry, reader AS membership, at FROM entry_opening WHERE entry_id = ANY ($1::uuid[])
       UNION ALL
       SELECT e.part_of, o.reader, o.at FROM ledger_entry e JOIN entry_opening o ON o.entry_id = e.id
        WHERE e.part_of = ANY ($1::uuid[])) o
      GROUP BY entry, membership ORDER BY min(at), membership`,
    [entries],
  );
}

/** A document that a person opened. */
export interface OpenedDocument {
  campaign: string;
  document: string;
  at: Date;
}

/** Maximum rows in a data export; of documents, the latest. */
export const MAX_EXPORTED = 10_000;

/** When a person last opened documents, latest first. */
export function documentsReadBy(db: SqlReader, person: string): Promise<OpenedDocument[]> {
  return db.query(
    `SELECT campaign_id AS campaign, document_id AS document, at FROM document_read
      WHERE person = $1 ORDER BY at DESC, document_id LIMIT ${MAX_EXPORTED}`,
    [person],
  );
}

/** When a person last read the news of sessions. */
export function sessionsReadBy(
  db: SqlReader,
  person: string,
): Promise<{ campaign: string; at: Date }[]> {
  return db.query(
    `SELECT campaign_id AS campaign, sessions_read_until AS at FROM news_reader
      WHERE person = $1 AND isfinite(sessions_read_until) ORDER BY campaign_id LIMIT ${MAX_EXPORTED}`,
    [person],
  );
}

const TABLES = ['news_reader', 'document_read', 'entry_opening', 'news_mail', 'news_kinds'];

/** Deletes the read state and the choices of news and mails of a campaign, a membership, or a person. */
export async function deleteReadMarks(
  tx: Transaction,
  { column, value }: { column: 'campaign_id' | 'reader' | 'person'; value: string },
): Promise<void> {
  for (const table of TABLES) await tx.query(`DELETE FROM ${table} WHERE ${column} = $1`, [value]);
}
