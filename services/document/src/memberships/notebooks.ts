import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { campaignNotFound } from '../model/document.errors';

// Rows of `notebook`: one per member who wrote a note or left. See `access/player-note-scope.ts` for the readers of a note.

interface Notebook {
  membership: string;
  campaign: string;
  person: string;
}

/** Creates the notebook of a member if there is none. */
export async function createNotebook(
  tx: Transaction,
  { membership, campaign, person }: Notebook,
): Promise<void> {
  await tx.query(
    `INSERT INTO notebook (membership_id, campaign_id, person) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [membership, campaign, person],
  );
}

/** Creates the notebook of an author in an imported archive, which belongs to no account. */
export async function createImportedNotebook(
  tx: Transaction,
  notebook: {
    membership: string;
    campaign: string;
    import_id: string;
    imported_author: string | null;
  },
): Promise<void> {
  const { membership, campaign, import_id, imported_author } = notebook;
  await tx.query(
    `INSERT INTO notebook (membership_id, campaign_id, ended_at, import_id, imported_author)
     VALUES ($1, $2, now(), $3, $4) ON CONFLICT DO NOTHING`,
    [membership, campaign, import_id, imported_author],
  );
}

/** Keeps a notebook open until the transaction is over. @throws {DomainError} 404 if the membership has ended */
export async function lockOpenNotebook(tx: Transaction, membership: string): Promise<void> {
  const open = await tx.query(
    'SELECT 1 FROM notebook WHERE membership_id = $1 AND ended_at IS NULL FOR SHARE',
    [membership],
  );
  if (open.length === 0) throw campaignNotFound();
}

/**
 * Records the end of a membership, also of a member without notes: a concurrent request may still create one. Stores no person,
 * because the account may be erased.
 */
export async function closeNotebook(
  tx: Transaction,
  { membership, campaign }: Omit<Notebook, 'person'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO notebook AS n (membership_id, campaign_id, ended_at) VALUES ($1, $2, now())
     ON CONFLICT (membership_id) DO UPDATE SET ended_at = coalesce(n.ended_at, excluded.ended_at)`,
    [membership, campaign],
  );
}

/** Memberships and campaigns of all notebooks of a person, also where they have left. */
export function notebooksOfPerson(
  db: SqlReader,
  person: string,
): Promise<{ membership: string; campaign: string }[]> {
  return db.query(
    `SELECT membership_id AS membership, campaign_id AS campaign FROM notebook WHERE person = $1
      ORDER BY campaign_id, membership_id`,
    [person],
  );
}

/** Memberships with a notebook in a campaign. */
export async function notebooksOf(db: SqlReader, campaign: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT membership_id AS id FROM notebook WHERE campaign_id = $1 ORDER BY membership_id',
    [campaign],
  );
  return rows.map(({ id }) => id);
}

/** Author of a player's note and the campaign. */
export async function notebookOf(
  db: SqlReader,
  membership: string,
): Promise<{ campaign: string; person: string | null } | undefined> {
  const [row] = await db.query<{ campaign: string; person: string | null }>(
    'SELECT campaign_id AS campaign, person FROM notebook WHERE membership_id = $1',
    [membership],
  );
  return row;
}

/** Memberships under which a current member writes notes in a campaign: one, except while a return is processed or after a hand-over. */
export async function openNotebooks(
  db: SqlReader,
  campaign: string,
  person: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT membership_id AS id FROM notebook
      WHERE campaign_id = $1 AND person = $2 AND ended_at IS NULL ORDER BY membership_id`,
    [campaign, person],
  );
  return rows.map(({ id }) => id);
}
