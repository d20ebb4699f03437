import {
  LIVE_LIMITS,
  type GivenHint,
  type HintAudience,
  type LiveHint,
} from '@tomekeeper/contracts-live';
import type { Transaction, UnitOfWork } from '@tomekeeper/persistence';

/** NOTIFY channel that announces stored invalidation events to all processes; the payload is the change's id. */
export const CHANNEL = 'live_hints';

/** Listeners last seen within this interval may reconnect; their events are still numbered. */
const LISTENS = `interval '3 minutes'`;
const FORGOTTEN_AFTER = `interval '10 minutes'`;

/** A stored invalidation event of one recipient. */
export interface StoredHint extends LiveHint {
  person: string;
  campaign: string;
  audience: 'gm' | 'party' | 'named';
}

interface HintRow {
  person_id: string;
  n: string;
  kind: string;
  campaign_id: string;
  subject_id: string;
  audience: StoredHint['audience'];
  own_change: string | null;
}

const COLUMNS = 'person_id, n, kind, campaign_id, subject_id, audience, own_change';

const fromRow = (row: HintRow): StoredHint => ({
  person: row.person_id,
  n: Number(row.n),
  kind: row.kind,
  campaign: row.campaign_id,
  id: row.subject_id,
  audience: row.audience,
  ...(row.own_change !== null && { change: row.own_change }),
});

/** A recent change and the recipients of its invalidation events. */
export interface RecentChange {
  kind: string;
  campaign: string;
  audience: 'gm' | 'party' | 'named';
  /** Users named as recipients. */
  people: string[];
}

/**
 * Stores a change for a minute.
 * @returns false if it is already stored
 */
async function storeChange(
  tx: Transaction,
  change: string,
  { kind, campaign, to }: GivenHint,
  heardBy: readonly string[],
): Promise<boolean> {
  const isNamed = typeof to === 'object';
  const stored = await tx.query(
    `INSERT INTO recent_change (id, kind, campaign_id, audience, people) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [change, kind, campaign, isNamed ? 'named' : to, isNamed ? heardBy : []],
  );
  return stored.length > 0;
}

/**
 * Changes of the last `seconds` that this user may know of. Filters by permission before applying the limit, so that invisible
 * changes never affect the result.
 */
export function changesWithin(
  uow: UnitOfWork,
  seconds: number,
  person: string,
  { party, gm }: { party: readonly string[]; gm: readonly string[] },
): Promise<RecentChange[]> {
  return uow.query<RecentChange>(
    `SELECT kind, campaign_id AS campaign, audience, people FROM recent_change
      WHERE created_at > now() - make_interval(secs => $1)
        AND CASE audience WHEN 'named' THEN $2 = ANY (people)
                          WHEN 'gm' THEN campaign_id = ANY ($4::uuid[])
                          ELSE campaign_id = ANY ($3::uuid[]) END
      -- Of what somebody may have missed, that somebody came or went is the least.
      ORDER BY kind = 'presence', created_at DESC LIMIT 1000`,
    [seconds, person, party, gm],
  );
}

/**
 * Numbers an invalidation event for each listening recipient and notifies all processes. Counters stay locked until the commit,
 * so no reader sees a number before a lower one; locking in id order prevents deadlocks. Idempotent by change id and kind while the change is stored (60 s).
 */
export async function storeHints(
  tx: Transaction,
  change: string,
  { kind, campaign, id, to, made_by }: GivenHint,
  people: readonly string[],
): Promise<void> {
  if (!(await storeChange(tx, change, { kind, campaign, id, to }, people))) return;
  const stored = await tx.query<{ n: string }>(
    `WITH listening AS (
       SELECT person_id FROM listener
        WHERE person_id = ANY ($1::uuid[]) AND seen_at > now() - ${LISTENS}
        ORDER BY person_id FOR UPDATE),
     counted AS (
       UPDATE listener l SET n = l.n + 1 FROM listening
        WHERE l.person_id = listening.person_id RETURNING l.person_id, l.n)
     INSERT INTO hint (person_id, n, change_id, kind, campaign_id, subject_id, audience, own_change)
     SELECT person_id, n, $2, $3, $4, $5, $6, CASE WHEN person_id = $7::uuid THEN $8::uuid END
       FROM counted RETURNING n`,
    [people, change, kind, campaign, id, audienceOf(to), made_by?.person, made_by?.change],
  );
  if (stored.length > 0) await tx.query('SELECT pg_notify($1, $2)', [CHANNEL, change]);
}

/** Audience for rechecking permission on delivery: chosen players keep it while they are players of the campaign. */
function audienceOf(to: HintAudience): StoredHint['audience'] {
  if (typeof to === 'string') return to;
  return 'people' in to ? 'named' : 'party';
}

/** Invalidation events of the given changes, in order per recipient. */
export async function hintsOf(uow: UnitOfWork, changes: readonly string[]): Promise<StoredHint[]> {
  const rows = await uow.queryOften<HintRow>(
    `SELECT ${COLUMNS} FROM hint WHERE change_id = ANY ($1::uuid[]) ORDER BY person_id, n`,
    [changes],
  );
  return rows.map(fromRow);
}

/** Position of a new listener. */
export interface Position {
  /** Number of the listener's last event. */
  n: number;
  /** Whether numbering has been continuous since the listener's last connection. If true, no event was lost. */
  isCounted: boolean;
}

/** Registers a listener. */
export async function listens(uow: UnitOfWork, person: string): Promise<Position> {
  const [row] = await uow.queryOften<{ n: string; is_counted: boolean | null }>(
    `WITH before AS (
       SELECT seen_at > now() - ${LISTENS} AS is_counted FROM listener WHERE person_id = $1)
     INSERT INTO listener (person_id, n, seen_at)
     VALUES ($1, floor(extract(epoch FROM clock_timestamp()) * 1000), now())
     ON CONFLICT (person_id) DO UPDATE SET seen_at = now()
     RETURNING n, (SELECT is_counted FROM before) AS is_counted`,
    [person],
  );
  return { n: Number(row?.n), isCounted: row?.is_counted ?? false };
}

/** Refreshes the last-seen time of listeners. */
export async function stillListen(uow: UnitOfWork, people: readonly string[]): Promise<void> {
  await uow.query(
    `WITH listening AS (
       SELECT person_id FROM listener WHERE person_id = ANY ($1::uuid[]) ORDER BY person_id FOR UPDATE)
     UPDATE listener l SET seen_at = now() FROM listening WHERE l.person_id = listening.person_id`,
    [people],
  );
}

/** Stored events of a user after number `n`. */
export async function hintsAfter(
  uow: UnitOfWork,
  person: string,
  n: number,
): Promise<StoredHint[]> {
  const rows = await uow.query<HintRow>(
    `SELECT ${COLUMNS} FROM hint
      WHERE person_id = $1 AND n > $2
        AND created_at > now() - interval '${LIVE_LIMITS.storedSeconds} seconds' ORDER BY n`,
    [person, n],
  );
  return rows.map(fromRow);
}

/** Deletes expired events and listeners. */
export async function sweep(uow: UnitOfWork): Promise<void> {
  await uow.query(
    `DELETE FROM recent_change
      WHERE created_at < now() - interval '${LIVE_LIMITS.storedSeconds} seconds'`,
  );
  await uow.query(
    `DELETE FROM hint WHERE created_at < now() - interval '${LIVE_LIMITS.storedSeconds} seconds'`,
  );
  await uow.query(`DELETE FROM listener WHERE seen_at < now() - ${FORGOTTEN_AFTER}`);
}

/** Deletes all data of a user. */
export async function forget(tx: Transaction, person: string): Promise<void> {
  await tx.query('DELETE FROM hint WHERE person_id = $1', [person]);
  for (const table of ['listener', 'connection', 'here', 'look'])
    await tx.query(`DELETE FROM ${table} WHERE person_id = $1`, [person]);
  await tx.query('DELETE FROM recent_change WHERE $1 = ANY (people)', [person]);
}
