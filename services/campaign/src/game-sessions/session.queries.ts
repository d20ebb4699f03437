import type {
  Attendance,
  ChecklistItem,
  GameSession,
  GameSessionDetail,
  SessionState,
} from '@tomekeeper/contracts-campaign';
import { utc, type SqlReader } from '../campaigns/campaign.queries';

/** Viewer of a campaign's sessions. */
export interface SessionViewer {
  /** User id of the member whose answer is shown; null for the party in view-as. */
  user: string | null;
  isGm: boolean;
}

interface SessionRow {
  id: string;
  number: number | null;
  title: string;
  title_released: boolean;
  starts_at: string | null;
  time_zone: string | null;
  state: SessionState;
  started_at: string | null;
  closed_at: string | null;
  plan: string | null;
  recap: string | null;
  attendance: Attendance | null;
  answers: GameSession['answers'];
  /** Null for players. */
  checklist: NonNullable<GameSession['checklist']> | null;
}

const count = (table: string, condition: string) =>
  `(SELECT count(*)::int FROM ${table} WHERE session_id = s.id${condition})`;

const CHECKLIST = `
  json_build_object('items', ${count('checklist_item', '')},
                    'done', ${count('checklist_item', ' AND is_done')})`;

/** Players see sessions with a number only, so their rows and order depend on nothing hidden. */
const selectSessions = (where: string, viewer: SessionViewer) => `
  SELECT s.id, s.number, s.title, s.title_released, s.time_zone, s.state, s.plan, s.recap,
         ${utc('s.starts_at')} AS starts_at, ${utc('s.started_at')} AS started_at,
         ${utc('s.closed_at')} AS closed_at,
         (SELECT a.answer FROM session_answer a WHERE a.session_id = s.id AND a.player_id = $2) AS attendance,
         json_build_object(
           'yes', ${count('session_answer', " AND answer = 'yes'")},
           'maybe', ${count('session_answer', " AND answer = 'maybe'")},
           'no', ${count('session_answer', " AND answer = 'no'")}) AS answers,
         ${viewer.isGm ? CHECKLIST : 'NULL'} AS checklist
    FROM game_session s
   WHERE s.campaign_id = $1 ${viewer.isGm ? '' : 'AND s.number IS NOT NULL'} ${where}
   ORDER BY s.state = 'closed', CASE WHEN s.state = 'closed' THEN s.number END DESC,
            coalesce(s.started_at, s.starts_at) DESC NULLS FIRST, s.number DESC NULLS FIRST, s.id`;

function asViewer(row: SessionRow, { isGm }: SessionViewer): GameSession {
  const { title, title_released, plan, recap, checklist, ...visible } = row;
  const shown = isGm || title_released ? title : '';
  return {
    ...visible,
    title: shown === '' ? null : shown,
    ...(isGm && checklist && { title_released, plan, recap, checklist }),
  };
}

/** Returns the sessions that a member sees: planned and running ones, then closed ones, each the latest first. */
export async function sessionsOf(
  db: SqlReader,
  campaign: string,
  viewer: SessionViewer,
): Promise<GameSession[]> {
  const rows = await db.query<SessionRow>(selectSessions('', viewer), [campaign, viewer.user]);
  return rows.map((row) => asViewer(row, viewer));
}

/** Returns a session as a member sees it; undefined if the member does not see it. */
export async function visibleSession(
  db: SqlReader,
  campaign: string,
  session: string,
  viewer: SessionViewer,
): Promise<GameSessionDetail | undefined> {
  const [row] = await db.query<SessionRow>(selectSessions('AND s.id = $3', viewer), [
    campaign,
    viewer.user,
    session,
  ]);
  if (!row) return undefined;
  const members = await db.query<GameSessionDetail['members'][number]>(
    `SELECT a.player_id AS person, a.answer AS attendance
       FROM session_answer a
       JOIN campaign_player p ON p.campaign_id = a.campaign_id AND p.player_id = a.player_id
      WHERE a.session_id = $1 ORDER BY p.position`,
    [session],
  );
  const detail = { ...asViewer(row, viewer), members };
  if (!viewer.isGm) return detail;
  return { ...detail, checklist_items: await checklistOf(db, session) };
}

function checklistOf(db: SqlReader, session: string): Promise<ChecklistItem[]> {
  return db.query<ChecklistItem>(
    `SELECT id, text, is_done AS done FROM checklist_item WHERE session_id = $1 ORDER BY position`,
    [session],
  );
}
