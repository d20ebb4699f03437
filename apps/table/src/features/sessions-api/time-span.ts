import type { Session } from './sessions-api';

/**
 * Time span of a session that ran, with null as the end while it runs. Undefined before the start, and for a session that was only
 * marked as played.
 */
export function timeSpanOf({
  state,
  started_at,
  closed_at,
}: Pick<Session, 'state' | 'started_at' | 'closed_at'>):
  | { from: string; until: string | null }
  | undefined {
  if (started_at === null || (state !== 'running' && closed_at === null)) return undefined;
  return { from: started_at, until: closed_at };
}
