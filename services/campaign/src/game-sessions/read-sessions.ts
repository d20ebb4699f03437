import { MAX_OPEN_ITEMS, type ReadSession } from '@tomekeeper/contracts-campaign';
import type { SqlReader } from '../campaigns/campaign.queries';
import { sessionsOf, type SessionViewer } from './session.queries';

interface NotesRow {
  id: string;
  plan: string | null;
  recap: string | null;
}

/** Sessions that a member sees, with the ids of their notes, for the search service. */
export async function readSessions(
  db: SqlReader,
  campaign: string,
  viewer: SessionViewer,
): Promise<ReadSession[]> {
  const [sessions, rows, openItems] = await Promise.all([
    sessionsOf(db, campaign, viewer),
    db.query<NotesRow>('SELECT id, plan, recap FROM game_session WHERE campaign_id = $1', [
      campaign,
    ]),
    viewer.isGm ? openItemsOf(db, campaign) : [],
  ]);
  const notes = new Map(rows.map((row) => [row.id, row]));
  return sessions.map(
    ({ id, number, title, starts_at, time_zone, state, started_at, closed_at }) => ({
      ...{ id, number, title, starts_at, time_zone, state, started_at, closed_at },
      plan: (viewer.isGm && notes.get(id)?.plan) || null,
      recap: notes.get(id)?.recap ?? null,
      open_items: openItems.filter(({ session }) => session === id).map(({ text }) => text),
    }),
  );
}

function openItemsOf(
  db: SqlReader,
  campaign: string,
): Promise<{ session: string; text: string }[]> {
  return db.query(
    `SELECT i.session_id AS session, i.text FROM checklist_item i JOIN game_session s ON s.id = i.session_id
      WHERE s.campaign_id = $1 AND NOT i.is_done
      ORDER BY coalesce(s.started_at, s.starts_at) DESC NULLS FIRST, s.id, i.position LIMIT ${MAX_OPEN_ITEMS}`,
    [campaign],
  );
}
