import { SESSION_LIMITS } from '@tomekeeper/contracts-campaign';
import type { Session } from './sessions-api';

/** A date is over once a session that began then would have been closed automatically. */
const OVER_MS = SESSION_LIMITS.maxHours * 3_600_000;

/** Whether the date of a planned session has passed. */
export const isOverdue = (
  { state, starts_at }: Pick<Session, 'state' | 'starts_at'>,
  now: number,
): boolean =>
  state === 'planned' && starts_at !== null && new Date(starts_at).getTime() + OVER_MS < now;

/**
 * Sessions that are not closed: the running one, then by date, then those without a date, then those whose date has passed, which
 * probably did not take place. The campaign service moves open checklist items by the same order.
 */
export function comingSessions(sessions: readonly Session[], now: number): Session[] {
  const rank = (session: Session) =>
    session.state === 'running'
      ? 0
      : isOverdue(session, now)
        ? 3
        : session.starts_at === null
          ? 2
          : 1;
  return sessions
    .filter(({ state }) => state !== 'closed')
    .sort((a, b) => rank(a) - rank(b) || (a.starts_at ?? '').localeCompare(b.starts_at ?? ''));
}
