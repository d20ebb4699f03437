import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { PARTY_CLASS } from '@tomekeeper/visibility';

/** Chosen players by membership, and whether they see the names of the others. */
export interface ChosenPlayers {
  memberships: readonly string[];
  tellsReaders: boolean;
}

/**
 * Returns the class of the chosen players; there is one class per set. An existing class is not locked, because writers
 * who number a change update it while others wait for their numbers.
 */
export async function classOfPlayers(
  tx: Transaction,
  campaign: string,
  { memberships, tellsReaders }: ChosenPlayers,
): Promise<string> {
  const values = [campaign, [...new Set(memberships)].sort(), tellsReaders];
  const find = () =>
    tx.query<{ id: string }>(
      `SELECT id FROM audience_class
        WHERE campaign_id = $1 AND memberships = $2::uuid[] AND tells_readers = $3`,
      values,
    );
  const make = () =>
    tx.query<{ id: string }>(
      `INSERT INTO audience_class (campaign_id, memberships, tells_readers) VALUES ($1, $2::uuid[], $3)
       ON CONFLICT (campaign_id, memberships, tells_readers) DO NOTHING RETURNING id`,
      values,
    );
  // Another transaction may make it in this moment.
  const row = (await find())[0] ?? (await make())[0] ?? (await find())[0];
  if (!row) throw new Error('A class was not stored.');
  return row.id;
}

/** The memberships of classes of chosen players. */
export async function membersOfClasses(
  db: SqlReader,
  classes: readonly (string | null)[],
): Promise<Map<string, string[]>> {
  const ids = [...new Set(classes)].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; memberships: string[] }>(
    'SELECT id, memberships FROM audience_class WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, memberships }) => [id, memberships]));
}

/** Filters classes whose members see the names of the other members. */
export async function classesWithVisibleNames(
  db: SqlReader,
  classes: readonly (string | null)[],
): Promise<Set<string>> {
  const ids = [...new Set(classes)].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM audience_class WHERE id = ANY ($1::uuid[]) AND tells_readers',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a class is not for all players of a Public document. */
export const isHiding = (one: string | null): boolean => one !== null && one !== PARTY_CLASS;
