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
  await lockPresence(tx, person);
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

/** Those of some people who are here, and have looked at this campaign. */
export async function thoseHere(
  uow: UnitOfWork,
  campaign: string,
  people: readonly string[],
): Promise<string[]> {
  const rows = await uow.queryOften<{ person_id: string }>(
    `SELECT person_id FROM here JOIN look USING (person_id)
      WHERE person_id = ANY ($1::uuid[]) AND campaign_id = $2 ORDER BY person_id`,
    [people, campaign],
  );
  return rows.map(({ person_id }) => person_id);
}

/** Whether somebody has looked at a campaign since they came. */
export async function hasLooked(
  uow: UnitOfWork,
  person: string,
  campaign: string,
): Promise<boolean> {
  const found = await uow.queryOften('SELECT FROM look WHERE person_id = $1 AND campaign_id = $2', [
    person,
    campaign,
  ]);
  return found.length > 0;
}

/** Notes that somebody looks at a campaign. @returns whether its members must be told that they are here */
export async function noteLook(
  tx: Transaction,
  person: string,
  campaign: string,
): Promise<boolean> {
  await lockPresence(tx, person);
  const news = await tx.query(
    `WITH noted AS (
       INSERT INTO look (person_id, campaign_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING person_id)
     SELECT FROM noted JOIN here USING (person_id)`,
    [person, campaign],
  );
  return news.length > 0;
}

/** Those of some campaigns that somebody has looked at. */
export async function lookedAt(
  tx: Transaction,
  person: string,
  campaigns: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ campaign_id: string }>(
    'SELECT campaign_id FROM look WHERE person_id = $1 AND campaign_id = ANY ($2::uuid[])',
    [person, campaigns],
  );
  return rows.map(({ campaign_id }) => campaign_id);
}

/** Coming and looking wait for each other: the later of the two sees the other, and tells of both. */
async function lockPresence(tx: Transaction, person: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [person]);
}

/** Deletes connections that nobody asks about any more, and the looks of people who are gone with them. */
export async function forgetConnections(uow: UnitOfWork): Promise<void> {
  await uow.query(`DELETE FROM connection WHERE seen_at < now() - ${FORGOTTEN_AFTER}`);
  await uow.query(
    `DELETE FROM look l WHERE looked_at < now() - ${FORGOTTEN_AFTER}
        AND NOT EXISTS (SELECT FROM connection c WHERE c.person_id = l.person_id)
        AND NOT EXISTS (SELECT FROM here h WHERE h.person_id = l.person_id)`,
  );
}
