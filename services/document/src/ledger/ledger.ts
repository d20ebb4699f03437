import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import {
  ALL_MEMBERS,
  GM_CLASS,
  NO_MEMBERS,
  PARTY_CLASS,
  CAN_UNDO,
  IS_DOCUMENT_ENTRY,
} from '@tomekeeper/visibility';
import { classOfPlayers } from '../passages/audiences/audience-class';
import { documentChanged, type TakesFrom } from '../passages/changes';
import type { WrittenClass } from '../passages/editing/written-class';
import { deleteImportedEntries } from './imported-entries';

// Append-only audit ledger of audience changes. Only this file writes entries, in the transaction of the change. The
// last entry of each document is its current visibility. Entries hold ids only.

/** Actions that change who sees a document, or which part of it. */
export type Act = 'upload' | 'reveal' | 'hide' | 'restore' | 'replace' | 'take_back';

/** An entry that was written, and the number of the change in its campaign. */
export interface WrittenEntry {
  entry: string;
  number: number;
}

/** Which text document $n has: of a note its last save, of a file its last reading. Later ones have a higher number. */
const textOf = (document: string): string => `coalesce(
  (SELECT version FROM note WHERE document_id = ${document}),
  (SELECT readings FROM reading WHERE document_id = ${document}), 0)`;

/**
 * Records that a document was uploaded, revealed, hidden, restored or given another file, with its current state;
 * visible content counts as shown from now. `wasSpoilers` is the state before a reveal or hide. `unseen` means that
 * players do not get the file: their content stays, except perhaps the title.
 */
export async function recordDocumentChange(
  tx: Transaction,
  {
    document,
    act,
    by,
    wasSpoilers,
    unseen,
  }: {
    document: string;
    act: Act;
    /** Null for an imported note of a player. */
    by: string | null;
    wasSpoilers?: boolean;
    unseen?: { isRenamed: boolean };
  },
): Promise<WrittenEntry | undefined> {
  const [row] = await tx.query<{ entry: string; campaign: string; is_spoilers: boolean }>(
    `WITH shown AS (
       UPDATE document
          SET shown_since = CASE WHEN $4 THEN shown_since
                                 WHEN is_spoilers THEN NULL
                                 WHEN $2 = 'upload' THEN created_at
                                 ELSE clock_timestamp() END
        WHERE id = $1 RETURNING campaign_id, source_id, is_spoilers, shown_since)
     INSERT INTO ledger_entry (campaign_id, document_id, source_id, act, audience, at, actor, text_version)
     SELECT campaign_id, $1, source_id, $2, CASE WHEN is_spoilers THEN 'gm' ELSE 'party' END,
            CASE WHEN $4 THEN clock_timestamp() ELSE coalesce(shown_since, clock_timestamp()) END, $3, ${textOf('$1')}
       FROM shown
     RETURNING id AS entry, campaign_id AS campaign, audience = 'gm' AS is_spoilers`,
    [document, act, by, unseen !== undefined],
  );
  if (!row) return undefined;
  const { entry, campaign } = row;
  const isHidden = row.is_spoilers && wasSpoilers === false;
  // With another file its name may change.
  const isTold = unseen === undefined || unseen.isRenamed;
  const from = isHidden
    ? { players: ALL_MEMBERS }
    : act === 'replace'
      ? { gm: true, players: !row.is_spoilers && isTold ? ALL_MEMBERS : NO_MEMBERS }
      : {};
  return { entry, number: await documentChanged(tx, { campaign, document }, from) };
}

/** A ledger entry about passages of a document and their new audience. */
export interface PassageEntry {
  campaign: string;
  document: string;
  act: 'reveal' | 'hide' | 'take_back' | 'write' | 'show';
  /** Null for changes by an extraction. */
  by: string | null;
  audience: 'gm' | 'party' | 'players';
  /** Set only for entries about passages. */
  audienceClass: string;
  /** The entry of the same act about the source of this handout. */
  partOf?: string | undefined;
}

/** Records a show without keeping. The visibility of passages does not change. */
export async function recordShow(
  tx: Transaction,
  show: { campaign: string; document: string; by: string; recipients: readonly string[] },
): Promise<void> {
  const { recipients, ...entry } = show;
  const chosen = { memberships: recipients, tellsReaders: false };
  const audienceClass = await classOfPlayers(tx, show.campaign, chosen);
  await recordPassageChange(tx, { ...entry, act: 'show', audience: 'players', audienceClass });
}

/** Records an audience change of passages; the caller records the affected passages. @returns the entry's id */
export async function recordPassageChange(tx: Transaction, entry: PassageEntry): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO ledger_entry (campaign_id, document_id, source_id, act, audience, audience_class, actor, text_version, part_of)
     VALUES ($1, $2, (SELECT source_id FROM document WHERE id = $2), $3, $4, $5, $6, ${textOf('$2')}, $7) RETURNING id`,
    [
      ...[entry.campaign, entry.document, entry.act, entry.audience, entry.audienceClass],
      ...[entry.by, entry.partOf ?? null],
    ],
  );
  if (!row) throw new Error('An entry was not stored.');
  return row.id;
}

/** Records passages that an edit or an extraction created with their own audience, or narrowed. */
export async function recordWrittenPassages(
  tx: Transaction,
  place: { document: string; campaign: string },
  written: readonly WrittenClass[],
  by: string | null = null,
  /** Class of the entry if its passages have several classes or none. */
  { otherwise = GM_CLASS }: { otherwise?: string } = {},
): Promise<void> {
  if (written.length === 0) return;
  const all = new Set(written.map(({ after }) => after));
  const [only] = all;
  const audienceClass = all.size === 1 && only ? only : otherwise;
  const entry = await recordPassageChange(tx, {
    ...place,
    ...{ act: 'write', by, audienceClass },
    audience: audienceName(audienceClass),
  });
  await tx.query(
    `INSERT INTO ledger_passage (entry_id, passage_id, document_id, campaign_id, class_before, class_after)
     SELECT $1, id, $2, $3, before, after
       FROM jsonb_to_recordset($4::jsonb) AS w (id uuid, before uuid, after uuid)`,
    [entry, place.document, place.campaign, JSON.stringify(written)],
  );
}

export const audienceName = (audienceClass: string): PassageEntry['audience'] =>
  audienceClass === GM_CLASS ? 'gm' : audienceClass === PARTY_CLASS ? 'party' : 'players';

/** A recorded change that can be undone. */
export interface RecordedChange {
  /** Whether it revealed or hid a document, and not passages of one alone. */
  is_of_document: boolean;
  act: Act | PassageEntry['act'] | 'delete';
  can_take_back: boolean;
}

/** An act of a document that this transaction has locked, or that is about to be. */
export async function recordedChange(
  db: SqlReader,
  document: string,
  entry: string,
): Promise<RecordedChange | undefined> {
  const [row] = await db.query<RecordedChange>(
    `SELECT ${IS_DOCUMENT_ENTRY} AS is_of_document, e.act, ${CAN_UNDO} AS can_take_back
       FROM ledger_entry e JOIN document d ON d.id = e.document_id
      WHERE e.id = $2 AND e.document_id = $1`,
    [document, entry],
  );
  return row;
}

/** The document or handout that an entry of a document's ledger is about. */
export async function documentOfEntry(
  db: SqlReader,
  document: string,
  entry: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ document: string }>(
    `SELECT d.id AS document FROM ledger_entry e JOIN document d ON d.id = e.document_id
      WHERE e.id = $2 AND $1 IN (d.id, d.source_id)`,
    [document, entry],
  );
  return row?.document;
}

/** Entries of the same act about handouts. */
export function partsOf(
  db: SqlReader,
  entry: string,
): Promise<{ entry: string; document: string }[]> {
  return db.query(
    `SELECT e.id AS entry, e.document_id AS document FROM ledger_entry e WHERE e.part_of = $1 ORDER BY e.document_id`,
    [entry],
  );
}

/** The entry by which a document is Public. */
export async function lastReveal(db: SqlReader, document: string): Promise<string | undefined> {
  const [row] = await db.query<{ entry: string }>(
    `SELECT e.id AS entry FROM ledger_entry e
      WHERE e.document_id = $1 AND ${IS_DOCUMENT_ENTRY} AND e.audience = 'party' AND e.act <> 'replace'
      ORDER BY e.number DESC LIMIT 1`,
    [document],
  );
  return row?.entry;
}

/** Records that a document was moved to the trash, which hides it from players. */
export async function recordDeletion(
  tx: Transaction,
  {
    campaign,
    document,
    by,
    takes,
  }: { campaign: string; document: string; by: string; takes: TakesFrom },
): Promise<void> {
  await tx.query(
    `INSERT INTO ledger_entry (campaign_id, document_id, source_id, act, audience, actor, text_version)
     VALUES ($1, $2, (SELECT source_id FROM trashed_document WHERE id = $2), 'delete', 'gm', $3, ${textOf('$2')})`,
    [campaign, document, by],
  );
  await documentChanged(tx, { campaign, document }, takes);
}

/** Deletes the ledger of a deleted campaign. */
export async function deleteLedger(tx: Transaction, campaign: string): Promise<void> {
  await tx.query('DELETE FROM ledger_entry WHERE campaign_id = $1', [campaign]);
  await deleteImportedEntries(tx, { column: 'campaign_id', value: campaign });
}

/** Anonymizes the actor of a deleted account; the entries stay. */
export async function anonymizeActor(tx: Transaction, person: string): Promise<void> {
  await tx.query('UPDATE ledger_entry SET actor = NULL WHERE actor = $1', [person]);
}
