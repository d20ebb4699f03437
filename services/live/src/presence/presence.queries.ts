import type { Transaction, UnitOfWork } from '@tomekeeper/persistence';

/** Who comes back within this time never left: pages are reloaded, phones change their network, processes restart. */
const GRACE = `interval '15 seconds'`;
/** What a process that was killed left open counts so long; one that lives says more often that it is there. */
const BELIEVED = `interval '150 seconds'`;
const FORGOTTEN_AFTER = `interval '10 minutes'`;
/** Most changes that one look finds; the next finds the others. */
const BATCH = 1000;

const IS_HERE = `(is_open AND seen_at > now() - ${BELIEVED} OR seen_at > now() - ${GRACE})`;

/**
 * Notes whose first stream a process has opened, and whose last one there is closed.
 * @returns those of them of whom nobody was told yet that they are here
 */
export async function noteConnections(
  tx: Transaction,
  process: string,
  { open, closed }: { open: readonly string[]; closed: readonly string[] },
): Promise<string[]> {
  await tx.query(
    `INSERT INTO connection (person_id, process_id, is_open, seen_at)
     SELECT person_id, $2, true, now() FROM unnest($1::uuid[]) person_id ORDER BY person_id
     ON CONFLICT (person_id, process_id) DO UPDATE SET is_open = true, seen_at = now()`,
    [open, process],
  );
  await tx.query(
    `UPDATE connection SET is_open = false, seen_at = now()
      WHERE process_id = $2 AND person_id = ANY ($1::uuid[])`,
    [closed, process],
  );
  const fresh = await tx.query<{ person_id: string }>(
    'SELECT person_id FROM unnest($1::uuid[]) person_id EXCEPT SELECT person_id FROM here',
    [open],
  );
  return fresh.map(({ person_id }) => person_id);
}

/** All streams of a process are closed. */
export async function closeConnections(uow: UnitOfWork, process: string): Promise<void> {
  await uow.query(
    'UPDATE connection SET is_open = false, seen_at = now() WHERE process_id = $1 AND is_open',
    [process],
  );
}

/** Those who are said to be here and have left, and those of whom nobody was told that they are. */
export async function untold(uow: UnitOfWork): Promise<string[]> {
  const rows = await uow.query<{ person_id: string }>(
    `(SELECT person_id FROM here h
       WHERE NOT EXISTS (SELECT FROM connection c WHERE c.person_id = h.person_id AND ${IS_HERE})
       LIMIT ${BATCH})
     UNION ALL
     (SELECT DISTINCT person_id FROM connection c
       WHERE is_open AND ${IS_HERE}
         AND NOT EXISTS (SELECT FROM here h WHERE h.person_id = c.person_id)
       LIMIT ${BATCH})`,
  );
  return rows.map(({ person_id }) => person_id);
}

/** Says of somebody whether they are here. @returns whether that is news */
export async function sayWhetherHere(tx: Transaction, person: string): Promise<boolean> {
  const isHere = `SELECT FROM connection WHERE person_id = $1 AND ${IS_HERE}`;
  const came = await tx.query(
    `INSERT INTO here (person_id) SELECT $1 WHERE EXISTS (${isHere})
     ON CONFLICT DO NOTHING RETURNING person_id`,
    [person],
  );
  const left = await tx.query(
    `DELETE FROM here WHERE person_id = $1 AND NOT EXISTS (${isHere}) RETURNING person_id`,
    [person],
  );
  return came.length + left.length > 0;
}

/** Those of some people who are here. */
export async function thoseHere(uow: UnitOfWork, people: readonly string[]): Promise<string[]> {
  const rows = await uow.queryOften<{ person_id: string }>(
    'SELECT person_id FROM here WHERE person_id = ANY ($1::uuid[]) ORDER BY person_id',
    [people],
  );
  return rows.map(({ person_id }) => person_id);
}

/** Deletes connections that nobody asks about any more. */
export async function forgetConnections(uow: UnitOfWork): Promise<void> {
  await uow.query(`DELETE FROM connection WHERE seen_at < now() - ${FORGOTTEN_AFTER}`);
}
