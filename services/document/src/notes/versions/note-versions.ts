import { NOTE_VERSION_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { prunePassageHistory } from '../../passages/editing/prune-history';
import { recordPassageHistory, type RemovedPassage } from '../../passages/editing/passage-history';

// Versions of notes, for GMs. The newest is the current text. Saves of one person within some minutes extend one
// version, unless another person removes text from it: then it stays unchanged.

export interface NoteVersionRow {
  id: string;
  document: string;
  number: number;
  by: string | null;
  at: Date;
  title: string;
  total: number;
}

const COLUMNS =
  'id, document_id AS document, number, saved_by AS by, saved_at AS at, title, cardinality(passages) AS total';

/** Newest first. */
export function versionsOfNote(db: SqlReader, document: string): Promise<NoteVersionRow[]> {
  return db.query<NoteVersionRow>(
    `SELECT ${COLUMNS} FROM note_version WHERE document_id = $1
      ORDER BY number DESC LIMIT ${NOTE_VERSION_LIMITS.kept}`,
    [document],
  );
}

export async function versionOfNote(
  db: SqlReader,
  document: string,
  id: string,
): Promise<NoteVersionRow | undefined> {
  const [row] = await db.query<NoteVersionRow>(
    `SELECT ${COLUMNS} FROM note_version WHERE document_id = $1 AND id = $2`,
    [document, id],
  );
  return row;
}

/** Text of a note in one version. */
interface NoteText {
  number: number;
  title: string;
  /** Ids, in reading order. */
  passages: readonly string[];
}

export interface SaveToRecord {
  document: string;
  campaign: string;
  is_spoilers: boolean;
  by: string;
  /** The number of the note before the save. */
  before: number;
  now: NoteText;
  /** Passages whose text the save removes. */
  taken: readonly RemovedPassage[];
  /** Whether the version, and the version before, must not be extended. */
  isAlone: boolean;
}

interface KnownVersion {
  id: string;
  number: number;
  by: string | null;
  is_open: boolean;
  saves: number[];
}

/** Writes down the version that a save makes, before its words are written, in a note that this transaction has locked. */
export async function recordVersion(tx: Transaction, save: SaveToRecord): Promise<void> {
  const { document, by, before, now, taken, isAlone } = save;
  const versions = await tx.query<KnownVersion>(
    `SELECT id, number, saved_by AS by, saves,
            is_open AND began_at > now() - interval '${NOTE_VERSION_LIMITS.minutes} minutes' AS is_open
       FROM note_version WHERE document_id = $1 ORDER BY number DESC`,
    [document],
  );
  const writtenBy = new Set(taken.map(({ version }) => version));
  const isClosed = (one: KnownVersion) =>
    isAlone || (one.by !== by && one.saves.some((number) => writtenBy.has(number)));
  const open = versions.filter(({ is_open }) => is_open);
  const closed = open.filter(isClosed);
  if (closed.length > 0)
    await tx.query('UPDATE note_version SET is_open = false WHERE id = ANY ($1::uuid[])', [
      closed.map(({ id }) => id),
    ]);
  const going = open.find((one) => one.by === by && !closed.includes(one));
  const kept = Math.max(
    ...versions.filter((one) => one !== going).map(({ number }) => number),
    going?.number === before ? 0 : before,
  );
  await recordPassageHistory(tx, {
    ...save,
    taken: taken.filter(({ version }) => version <= kept),
    until: now.number,
  });
  // Otherwise this save continues the latest version.
  if (going?.number !== before)
    await tx.query(
      `UPDATE note_version SET followed_at = clock_timestamp()
        WHERE document_id = $1 AND followed_at IS NULL`,
      [document],
    );
  if (going)
    await tx.query(
      `UPDATE note_version SET number = $2, saves = saves || $2::int, saved_at = clock_timestamp(), followed_at = NULL,
              title = $3, passages = $4::uuid[] WHERE id = $1`,
      [going.id, now.number, now.title, now.passages],
    );
  else {
    await addVersion(tx, { ...save, text: now, isOpen: !isAlone });
    await forgetSurplus(tx, document);
  }
}

/** The first version of a new note. */
export async function addVersion(
  tx: Transaction,
  {
    document,
    campaign,
    by,
    text: { number, title, passages },
    isOpen,
  }: Pick<SaveToRecord, 'document' | 'campaign'> & {
    by: string | null;
    text: NoteText;
    isOpen: boolean;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO note_version (document_id, campaign_id, number, saves, is_open, saved_by, title, passages)
     VALUES ($1, $2, $3, ARRAY[$3::int], $4, $5, $6, $7::uuid[])`,
    [document, campaign, number, isOpen, by, title, passages],
  );
}

/** Deletes the oldest versions of a note beyond the limit. */
async function forgetSurplus(tx: Transaction, document: string): Promise<void> {
  const surplus = await tx.query(
    `DELETE FROM note_version WHERE id IN (
       SELECT id FROM note_version WHERE document_id = $1
        ORDER BY number DESC OFFSET ${NOTE_VERSION_LIMITS.kept}) RETURNING 1`,
    [document],
  );
  if (surplus.length > 0) await prunePassageHistory(tx, [document]);
}
