import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  BOARD_LIMITS,
  charactersOf,
  isGm,
  type Board,
  type SaveBoardRequest,
} from '@tomekeeper/contracts-campaign';
import { UnitOfWork } from '@tomekeeper/persistence';
import { onlyGms } from '../campaigns/campaign.errors';
import { requireMember, type SqlReader } from '../campaigns/campaign.queries';
import { hintBoardChanged } from '../campaigns/hints';
import { sessionNotFound } from '../game-sessions/session.errors';
import { lockForGm, nextPlanned } from '../game-sessions/session-state';
import { boardChanged, boardTooLong, noSessionForBoard, tooManyBoardItems } from './board.errors';

interface Place {
  campaign: string;
  /** By default the running session, or else the next planned one. */
  session: string | undefined;
  user: string;
}

const USE_BOARDS = 'use its boards';

/** Boards of sessions, for GMs only. */
@Injectable()
export class BoardsService {
  constructor(private readonly uow: UnitOfWork) {}

  async get({ campaign, session, user }: Place): Promise<Board> {
    await this.requireGm(campaign, user);
    return boardOf(this.uow, await sessionOf(this.uow, campaign, session));
  }

  /**
   * Replaces a board. Idempotent: items that equal the stored ones are accepted with any version and change nothing.
   * @throws {DomainError} 409 with the newer board if the version is outdated, or if a limit is exceeded
   */
  async save(
    { campaign, session, user }: Place,
    { items, version }: SaveBoardRequest,
  ): Promise<Board> {
    await this.requireGm(campaign, user);
    if (items.length > BOARD_LIMITS.items) throw tooManyBoardItems();
    if (charactersOf(items) > BOARD_LIMITS.characters) throw boardTooLong();
    return this.uow.run(async (tx) => {
      await lockForGm(tx, campaign, user, USE_BOARDS);
      const stored = await boardOf(tx, await sessionOf(tx, campaign, session));
      if (isDeepStrictEqual(stored.items, items)) return stored;
      if (stored.version !== version) throw boardChanged(stored);
      await tx.query(
        `INSERT INTO board (session_id, items, version) VALUES ($1, $2, $3)
         ON CONFLICT (session_id) DO UPDATE SET items = excluded.items, version = excluded.version`,
        [stored.session, JSON.stringify(items), version + 1],
      );
      await hintBoardChanged(tx, campaign, stored.session);
      return { ...stored, items, version: version + 1 };
    });
  }

  /** First check, without a lock. */
  private async requireGm(campaign: string, user: string): Promise<void> {
    const { role } = await requireMember(this.uow, campaign, user);
    if (!isGm(role)) throw onlyGms(USE_BOARDS);
  }
}

/** @throws {DomainError} 404 for an unknown session, or if no session is running or planned */
async function sessionOf(
  db: SqlReader,
  campaign: string,
  session: string | undefined,
): Promise<string> {
  const [found] = await db.query<{ id: string }>(
    `SELECT id FROM game_session
      WHERE campaign_id = $1 AND CASE WHEN $2::uuid IS NULL THEN state = 'running' ELSE id = $2 END`,
    [campaign, session ?? null],
  );
  if (found) return found.id;
  if (session !== undefined) throw sessionNotFound();
  const next = await nextPlanned(db, campaign);
  if (next === undefined) throw noSessionForBoard();
  return next;
}

async function boardOf(db: SqlReader, session: string): Promise<Board> {
  const [stored] = await db.query<Pick<Board, 'items' | 'version'>>(
    'SELECT items, version FROM board WHERE session_id = $1',
    [session],
  );
  return { items: [], version: 0, ...stored, session };
}
