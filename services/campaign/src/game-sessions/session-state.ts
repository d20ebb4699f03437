import {
  isGm,
  SESSION_LIMITS,
  type SessionState,
  type UpdateSessionRequest,
} from '@tomekeeper/contracts-campaign';
import type { Transaction } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { onlyGms } from '../campaigns/campaign.errors';
import type { SqlReader } from '../campaigns/campaign.queries';
import { lockedCampaign } from '../campaigns/players.service';
import {
  alreadyStarted,
  laterSessionStarted,
  notAnnounced,
  numberTaken,
  otherSessionRuns,
  sessionNotFound,
} from './session.errors';

/** A session's stored row, read under the campaign's lock. */
export interface StoredSession {
  id: string;
  campaign_id: string;
  number: number | null;
  state: SessionState;
  started_at: Date | null;
  starts_at: Date | null;
  plan: string | null;
}

/**
 * Reads a session under the campaign's lock.
 * @throws {DomainError} 404 for an unknown session
 */
export async function storedSession(
  tx: Transaction,
  campaign: string,
  session: string,
): Promise<StoredSession> {
  const [row] = await tx.query<StoredSession>(
    `SELECT id, campaign_id, number, state, started_at, starts_at, plan
       FROM game_session WHERE campaign_id = $1 AND id = $2`,
    [campaign, session],
  );
  if (!row) throw sessionNotFound();
  return row;
}

/** Locks the campaign for a change by a GM; roles may have changed since the first check. */
export async function lockForGm(
  tx: Transaction,
  campaign: string,
  user: string,
  what: string,
): Promise<void> {
  const { role } = await lockedCampaign(tx, campaign, user);
  if (!isGm(role)) throw onlyGms(what);
}

/**
 * Announces a session, withdraws it, or changes its number. The next number is counted over announced sessions only, so
 * that it does not reveal others. Withdrawing deletes the members' answers, the news and the release of the title.
 * @throws {DomainError} 409 if another session has the number, or the session has started
 */
export async function announce(
  tx: Transaction,
  session: StoredSession,
  { announced, number, state }: Pick<UpdateSessionRequest, 'announced' | 'number' | 'state'>,
): Promise<void> {
  if (announced === false && session.number !== null) {
    if (session.state !== 'planned' || (state ?? 'planned') !== 'planned') throw alreadyStarted();
    await tx.query(
      `UPDATE game_session SET number = NULL, title_released = false,
                               announced_at = NULL, moved_at = NULL, notified_at = NULL
        WHERE id = $1`,
      [session.id],
    );
    await deleteAnswers(tx, session.id);
    return;
  }
  const hasBegun = state === 'running' || state === 'closed';
  const isAnnounced = session.number !== null || announced === true || hasBegun;
  if (!isAnnounced) {
    if (number !== undefined) throw notAnnounced();
    return;
  }
  const wanted = number ?? session.number ?? (await nextNumber(tx, session.campaign_id));
  if (wanted === session.number) return;
  if (wanted > SESSION_LIMITS.maxNumber) throw numberTaken(SESSION_LIMITS.maxNumber);
  const [taken] = await tx.query(
    'SELECT 1 FROM game_session WHERE campaign_id = $1 AND number = $2 AND id <> $3',
    [session.campaign_id, wanted, session.id],
  );
  if (taken) throw numberTaken(wanted);
  await tx.query('UPDATE game_session SET number = $2 WHERE id = $1', [session.id, wanted]);
  // A session that starts, or is entered afterwards, is no news.
  if (session.number === null && !hasBegun)
    await tx.query(
      'UPDATE game_session SET announced_at = clock_timestamp(), notified_at = clock_timestamp() WHERE id = $1',
      [session.id],
    );
}

/** Records another date of an announced session for the news of players. Changes within ten minutes are one notification. */
export async function recordMove(tx: Transaction, session: string): Promise<void> {
  await tx.query(
    `UPDATE game_session s SET moved_at = t.at, announced_at = coalesce(announced_at, t.at),
            notified_at = CASE WHEN notified_at > t.at - interval '${SESSION_LIMITS.moveMinutes} minutes'
                               THEN notified_at ELSE t.at END
       FROM (SELECT clock_timestamp() AS at) t
      WHERE s.id = $1 AND s.number IS NOT NULL AND s.state = 'planned'`,
    [session],
  );
}

async function nextNumber(tx: Transaction, campaign: string): Promise<number> {
  const [row] = await tx.query<{ next: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS next FROM game_session WHERE campaign_id = $1',
    [campaign],
  );
  return row?.next ?? 1;
}

/** Deletes the members' answers, because the session is withdrawn or has another date. */
export async function deleteAnswers(tx: Transaction, session: string): Promise<void> {
  await tx.query('DELETE FROM session_answer WHERE session_id = $1', [session]);
}

/**
 * Starts, closes or reopens a session, cancels its start, or marks a session of the past as played, whose start and end stay
 * unknown. Idempotent, so that two devices that close at the same moment close once.
 * @throws {DomainError} 409 if another session runs, or the change is impossible
 */
export async function changeState(
  tx: Transaction,
  session: StoredSession,
  next: SessionState,
): Promise<void> {
  const { id, state, campaign_id } = session;
  if (state === next) return;
  if (next === 'running') {
    const [other] = await tx.query<{ state: SessionState }>(
      `SELECT state FROM game_session
        WHERE campaign_id = $1 AND id <> $2 AND (state = 'running' OR started_at > $3)
        ORDER BY state = 'running' DESC LIMIT 1`,
      [campaign_id, id, session.started_at],
    );
    if (other) throw other.state === 'running' ? otherSessionRuns() : laterSessionStarted();
    await tx.query(
      `UPDATE game_session SET state = 'running', closed_at = NULL, running_since = clock_timestamp(),
                               started_at = coalesce(started_at, clock_timestamp())
        WHERE id = $1`,
      [id],
    );
  } else if (state === 'running' && next === 'closed') {
    await closeSession(tx, session);
  } else if (state === 'running' && next === 'planned') {
    await tx.query(
      `UPDATE game_session SET state = 'planned', started_at = NULL, running_since = NULL WHERE id = $1`,
      [id],
    );
  } else if (state === 'planned' && next === 'closed' && !isFuture(session.starts_at)) {
    await tx.query(`UPDATE game_session SET state = 'closed' WHERE id = $1`, [id]);
    await moveOpenItemsOn(tx, session);
  } else throw impossibleChange(state, next);
}

export const isFuture = (moment: Date | null) => moment !== null && moment.getTime() > Date.now();

const impossibleChange = (state: SessionState, next: SessionState) =>
  new DomainError(
    'conflict',
    'campaign.session_state',
    `A ${state} session cannot become ${next}. Reload the page to see its present state.`,
  );

/** Closes a running session and moves its open checklist items to the next planned session, if there is one. */
export async function closeSession(tx: Transaction, session: StoredSession): Promise<void> {
  await tx.query(
    `UPDATE game_session SET state = 'closed', closed_at = clock_timestamp(), running_since = NULL
      WHERE id = $1`,
    [session.id],
  );
  await moveOpenItemsOn(tx, session);
}

async function moveOpenItemsOn(
  tx: Transaction,
  { id, campaign_id }: Pick<StoredSession, 'id' | 'campaign_id'>,
): Promise<void> {
  const next = await nextPlanned(tx, campaign_id);
  if (next !== undefined) await moveOpenItems(tx, id, next);
}

/**
 * Returns the id of the next planned session. Sessions whose date has passed come last: such a session probably did not take
 * place.
 */
export async function nextPlanned(db: SqlReader, campaign: string): Promise<string | undefined> {
  const [next] = await db.query<{ id: string }>(
    `SELECT id FROM game_session WHERE campaign_id = $1 AND state = 'planned'
      ORDER BY coalesce(starts_at < now() - interval '${SESSION_LIMITS.maxHours} hours', false),
               starts_at NULLS LAST, created_at LIMIT 1`,
    [campaign],
  );
  return next?.id;
}

/** Moves open items to the end of another checklist; items beyond its limit stay. */
export async function moveOpenItems(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.query(
    `WITH moved AS (
       DELETE FROM checklist_item WHERE id IN (
         SELECT id FROM checklist_item WHERE session_id = $1 AND NOT is_done ORDER BY position
          LIMIT greatest(0, $3 - (SELECT count(*) FROM checklist_item WHERE session_id = $2)))
       RETURNING id, text, position)
     INSERT INTO checklist_item (id, session_id, text) SELECT id, $2, text FROM moved ORDER BY position`,
    [from, to, SESSION_LIMITS.checklistItems],
  );
}
