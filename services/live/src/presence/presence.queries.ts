import type { Transaction, UnitOfWork } from '@tomekeeper/persistence';

/** A user who reconnects within this interval stays online: pages reload, phones switch networks, processes restart. */
const GRACE = `interval '15 seconds'`;
/** Connections expire after this interval, in case their process was killed; a running process refreshes them earlier. */
const BELIEVED = `interval '150 seconds'`;
const FORGOTTEN_AFTER = `interval '10 minutes'`;
/** Maximum changes per query; the next query returns the remainder. */
const BATCH = 1000;

const IS_HERE = `(is_open AND seen_at > now() - ${BELIEVED} OR seen_at > now() - ${GRACE})`;

/**
 * Records users whose first stream in a process opened or whose last one closed.
 * @returns users without an announced arrival
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

/** Marks all streams of a process as closed. */
export async function closeConnections(uow: UnitOfWork, process: string): Promise<void> {
  await uow.query(
    'UPDATE connection SET is_open = false, seen_at = now() WHERE process_id = $1 AND is_open',
    [process],
  );
}

const UNTOLD = `
  (SELECT person_id FROM here h
    WHERE NOT EXISTS (SELECT FROM connection c WHERE c.person_id = h.person_id AND ${IS_HERE})
    LIMIT ${BATCH})
  UNION ALL
  (SELECT DISTINCT person_id FROM connection c
    WHERE is_open AND ${IS_HERE}
      AND NOT EXISTS (SELECT FROM here h WHERE h.person_id = c.person_id)
    LIMIT ${BATCH})`;

/** Users announced as online who left, and online users who are not yet announced. */
export async function untold(uow: UnitOfWork): Promise<string[]> {
  const rows = await uow.query<{ person_id: string }>(UNTOLD);
  return rows.map(({ person_id }) => person_id);
}

/**
 * Updates a user's announced presence.
 * @returns true if it changed
 */
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

/** Users from `people` who are online and have viewed this campaign. */
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

/** Whether a user viewed a campaign since coming online. */
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

/**
 * Records that a user views a campaign.
 * @returns true if its members need an invalidation event
 */
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

/** The campaigns from `campaigns` that a user has viewed. */
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

/** Serializes connecting and viewing per user: the later transaction sees the earlier one and announces both. */
async function lockPresence(tx: Transaction, person: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [person]);
}

const OLD_CONNECTIONS = `FROM connection WHERE seen_at < now() - ${FORGOTTEN_AFTER}`;
const OLD_LOOKS = `
  FROM look l WHERE looked_at < now() - ${FORGOTTEN_AFTER}
   AND NOT EXISTS (SELECT FROM connection c WHERE c.person_id = l.person_id)
   AND NOT EXISTS (SELECT FROM here h WHERE h.person_id = l.person_id)`;

/** Deletes expired connections and the campaign views of users who are offline. */
export async function forgetConnections(uow: UnitOfWork): Promise<void> {
  await uow.query(`DELETE ${OLD_CONNECTIONS}`);
  await uow.query(`DELETE ${OLD_LOOKS}`);
}

/** Whether `untold` or `forgetConnections` has work. */
export const PRESENCE_DUE = `
  SELECT WHERE EXISTS (${UNTOLD}) OR EXISTS (SELECT ${OLD_CONNECTIONS}) OR EXISTS (SELECT ${OLD_LOOKS})`;
