import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  isGm,
  SESSION_LIMITS,
  type Attendance,
  type CreateSessionRequest,
  type GameSession,
  type GameSessionDetail,
  type ReadSession,
  type UpdateSessionRequest,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { onlyGms } from '../campaigns/campaign.errors';
import { requireMember, viewAsPlayer } from '../campaigns/campaign.queries';
import { hintSessionChanged } from '../campaigns/hints';
import { lockedCampaign } from '../campaigns/players.service';
import {
  hasPlan,
  noAnswersNow,
  ownerDoesNotAnswer,
  playedInFuture,
  sessionNotFound,
  tooManySessions,
} from './session.errors';
import { readSessions } from './read-sessions';
import { sessionsOf, visibleSession, type SessionViewer } from './session.queries';
import {
  announce,
  changeState,
  deleteAnswers,
  isFuture,
  lockForGm,
  moveOpenItems,
  recordMove,
  storedSession,
  type StoredSession,
} from './session-state';

/** The view of every player; players get no event about other changes. */
const PARTY: SessionViewer = { user: null, isGm: false };

/** Sessions of a campaign: GMs plan and run them, members see announced ones and answer whether they come. */
@Injectable()
export class SessionsService {
  constructor(private readonly uow: UnitOfWork) {}

  async list(campaign: string, user: string, viewAs?: ViewAs): Promise<GameSession[]> {
    return sessionsOf(this.uow, campaign, await this.viewer(campaign, user, viewAs));
  }

  /** As {@link list}, for the search service. */
  async read(campaign: string, user: string, viewAs?: ViewAs): Promise<ReadSession[]> {
    return readSessions(this.uow, campaign, await this.viewer(campaign, user, viewAs));
  }

  async get(
    campaign: string,
    session: string,
    user: string,
    viewAs?: ViewAs,
  ): Promise<GameSessionDetail> {
    const viewer = await this.viewer(campaign, user, viewAs);
    const found = await visibleSession(this.uow, campaign, session, viewer);
    if (!found) throw sessionNotFound();
    return found;
  }

  /** Plans a session. Open checklist items of the last closed session move to it. */
  async create(
    campaign: string,
    user: string,
    request: CreateSessionRequest,
  ): Promise<GameSessionDetail> {
    await this.requireGm(campaign, user, 'plan sessions');
    const session = randomUUID();
    await this.uow.run(async (tx) => {
      await lockForGm(tx, campaign, user, 'plan sessions');
      const [{ sessions = 0 } = {}] = await tx.query<{ sessions: number }>(
        'SELECT count(*)::int AS sessions FROM game_session WHERE campaign_id = $1',
        [campaign],
      );
      if (sessions >= SESSION_LIMITS.perCampaign) throw tooManySessions();
      await tx.query('INSERT INTO game_session (id, campaign_id) VALUES ($1, $2)', [
        session,
        campaign,
      ]);
      await change(tx, await storedSession(tx, campaign, session), request);
      await takeOpenItems(tx, campaign, session);
      const isVisible = await visibleSession(tx, campaign, session, PARTY);
      await hintSessionChanged(tx, campaign, session, isVisible ? 'party' : 'gm');
    });
    return this.get(campaign, session, user);
  }

  /**
   * Changes a session; players may only answer whether they come.
   * @throws {DomainError} 403 for other changes by players, 409 if the state or number does not allow the change
   */
  async update(
    campaign: string,
    session: string,
    user: string,
    { attendance, ...changes }: UpdateSessionRequest,
  ): Promise<GameSessionDetail> {
    await requireMember(this.uow, campaign, user);
    const forGms = Object.values(changes).some((value) => value !== undefined);
    await this.uow.run(async (tx) => {
      const { role } = await lockedCampaign(tx, campaign, user);
      const stored = await storedSession(tx, campaign, session);
      if (!isGm(role) && stored.number === null) throw sessionNotFound();
      if (forGms && !isGm(role)) throw onlyGms('change its sessions');
      if (attendance !== undefined) {
        if (role === 'owner') throw ownerDoesNotAnswer();
        if (stored.number === null || stored.state === 'closed') throw noAnswersNow();
      } else if (!forGms) return;
      const before = await visibleSession(tx, campaign, session, PARTY);
      if (forGms) await change(tx, stored, changes);
      if (attendance !== undefined) await answer(tx, stored, user, attendance);
      const after = await visibleSession(tx, campaign, session, PARTY);
      const isVisible = JSON.stringify(before) !== JSON.stringify(after);
      await hintSessionChanged(tx, campaign, session, isVisible ? 'party' : 'gm');
    });
    return this.get(campaign, session, user);
  }

  async delete(campaign: string, session: string, user: string): Promise<void> {
    await this.requireGm(campaign, user, 'delete its sessions');
    await this.uow.run(async (tx) => {
      await lockForGm(tx, campaign, user, 'delete its sessions');
      const [deleted] = await tx.query<{ number: number | null }>(
        'DELETE FROM game_session WHERE campaign_id = $1 AND id = $2 RETURNING number',
        [campaign, session],
      );
      if (!deleted) throw sessionNotFound();
      const to = deleted.number === null ? 'gm' : 'party';
      await hintSessionChanged(tx, campaign, session, to);
    });
  }

  /** First check, without a lock. */
  private async requireGm(campaign: string, user: string, what: string): Promise<void> {
    const { role } = await requireMember(this.uow, campaign, user);
    if (!isGm(role)) throw onlyGms(what);
  }

  /** @throws {DomainError} 404 for non-members; for view-as 403 for others than GMs and 400 for others than players */
  private async viewer(campaign: string, user: string, viewAs?: ViewAs): Promise<SessionViewer> {
    if (viewAs === undefined) {
      const { role } = await requireMember(this.uow, campaign, user);
      return { user, isGm: isGm(role) };
    }
    const { seen } = await viewAsPlayer(this.uow, viewAs, { campaign, gm: user });
    return seen ? { user: viewAs, isGm: false } : PARTY;
  }
}

/** Moves the open checklist items of the last closed session to a newly planned one. */
async function takeOpenItems(tx: Transaction, campaign: string, session: string): Promise<void> {
  const { state } = await storedSession(tx, campaign, session);
  if (state !== 'planned') return;
  const [last] = await tx.query<{ id: string }>(
    `SELECT id FROM game_session WHERE campaign_id = $1 AND state = 'closed'
      ORDER BY closed_at DESC NULLS LAST LIMIT 1`,
    [campaign],
  );
  if (last) await moveOpenItems(tx, last.id, session);
}

async function change(
  tx: Transaction,
  stored: StoredSession,
  { announced, number, state, ...columns }: CreateSessionRequest,
): Promise<void> {
  if (columns.plan && stored.plan && columns.plan !== stored.plan) throw hasPlan();
  await writeColumns(tx, stored.id, {
    ...columns,
    // PostgreSQL refuses some offsets.
    ...(columns.starts_at && { starts_at: new Date(columns.starts_at).toISOString() }),
  });
  const { starts_at } = await storedSession(tx, stored.campaign_id, stored.id);
  const isClosed = (state ?? stored.state) === 'closed';
  if (isClosed && columns.starts_at && isFuture(starts_at)) throw playedInFuture();
  await announce(tx, stored, { announced, number, state });
  if (state !== undefined) await changeState(tx, { ...stored, starts_at }, state);
  // An answer is about a date.
  const isMoved = starts_at?.getTime() !== stored.starts_at?.getTime();
  if (!isMoved || stored.state !== 'planned') return;
  await deleteAnswers(tx, stored.id);
  if (stored.number !== null) await recordMove(tx, stored.id);
}

const COLUMNS = ['title', 'title_released', 'starts_at', 'time_zone', 'plan', 'recap'] as const;

/** Writes the given columns. A date without a zone is in UTC. */
async function writeColumns(
  tx: Transaction,
  session: string,
  columns: Pick<CreateSessionRequest, (typeof COLUMNS)[number]>,
): Promise<void> {
  const given = COLUMNS.filter((column) => columns[column] !== undefined);
  if (given.length === 0) return;
  const set = given.map((column, at) => `${column} = $${at + 2}`).join(', ');
  await tx.query(`UPDATE game_session SET ${set} WHERE id = $1`, [
    session,
    ...given.map((column) => columns[column]),
  ]);
  await tx.query(
    `UPDATE game_session SET time_zone = 'UTC'
      WHERE id = $1 AND time_zone IS NULL AND starts_at IS NOT NULL`,
    [session],
  );
}

async function answer(
  tx: Transaction,
  { id, campaign_id }: StoredSession,
  user: string,
  attendance: Attendance | null,
): Promise<void> {
  if (attendance === null)
    await tx.query('DELETE FROM session_answer WHERE session_id = $1 AND player_id = $2', [
      id,
      user,
    ]);
  else
    await tx.query(
      `INSERT INTO session_answer (session_id, campaign_id, player_id, answer) VALUES ($1, $2, $3, $4)
       ON CONFLICT (session_id, player_id) DO UPDATE SET answer = excluded.answer`,
      [id, campaign_id, user, attendance],
    );
}
