import { Injectable } from '@nestjs/common';
import {
  SESSION_LIMITS,
  type ImportedSession,
  type ImportSessionsAnswer,
  type UndoImportedSessionsAnswer,
} from '@tomekeeper/contracts-campaign';
import { hintGiven } from '@tomekeeper/contracts-live';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { lockForGm } from '../game-sessions/session-state';
import { insertSessions } from './insert-sessions';
import { importedSessionId, newSessions, type ExistingSession } from './new-sessions';
import { deleteUnchanged, remainingSessions } from './undo-sessions';

export interface SessionImport {
  campaign: string;
  importId: string;
  /** The GM who imports. */
  user: string;
}

/** Adds the sessions of an import, and undoes an import. Players get no news. */
@Injectable()
export class ImportedSessionsService {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Adds the sessions that the campaign does not have, in one transaction.
   * @throws {DomainError} 404 for non-members, 403 for players
   */
  add(
    { campaign, importId, user }: SessionImport,
    sessions: readonly ImportedSession[],
  ): Promise<ImportSessionsAnswer> {
    return this.uow.run(async (tx) => {
      await lockForGm(tx, campaign, user, 'import sessions');
      const existing = await tx.query<ExistingSession>(
        'SELECT id, number, started_at, closed_at FROM game_session WHERE campaign_id = $1',
        [campaign],
      );
      const unknown = withoutKnown(campaign, sessions, existing);
      const room = Math.max(0, SESSION_LIMITS.perCampaign - existing.length);
      const added = newSessions(campaign, unknown.slice(0, room), existing);
      await insertSessions(tx, { campaign, importId }, added);
      await hintSessions(tx, campaign, added);
      return {
        added: added.length,
        known: sessions.length - unknown.length,
        no_room: unknown.length - added.length,
      };
    });
  }

  /** Deletes the sessions of an import without later changes or answers. */
  undo(campaign: string, importId: string): Promise<UndoImportedSessionsAnswer> {
    return this.uow.run(async (tx) => {
      // Without a campaign there are no sessions either.
      await tx.query('SELECT 1 FROM campaign WHERE id = $1 FOR UPDATE', [campaign]);
      const deleted = await deleteUnchanged(tx, campaign, importId);
      await hintSessions(tx, campaign, deleted);
      return {
        deleted: deleted.length,
        remaining: await remainingSessions(tx, campaign, importId),
      };
    });
  }
}

/** Sessions that the campaign does not contain yet. */
function withoutKnown(
  campaign: string,
  sessions: readonly ImportedSession[],
  existing: readonly ExistingSession[],
): ImportedSession[] {
  const known = new Set(existing.map(({ id }) => id));
  return sessions.filter(({ source_id }) => {
    const id = importedSessionId(campaign, source_id);
    if (known.has(id) || known.has(source_id)) return false;
    known.add(id);
    return true;
  });
}

/** Invalidates all sessions: for players only if a session is announced. */
async function hintSessions(
  tx: Transaction,
  campaign: string,
  changed: readonly { number: number | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  const to = changed.some(({ number }) => number !== null) ? 'party' : 'gm';
  await tx.outbox.event(hintGiven, { kind: 'sessions', campaign, id: campaign, to });
}
