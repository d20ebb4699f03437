import type { ReadSession } from '@tomekeeper/contracts-campaign';

/** A session of the fake campaign service. */
export type ScriptedSession = Partial<ReadSession> & { id: string; isTitleReleased?: boolean };

function visibleSession(
  { isTitleReleased = false, ...session }: ScriptedSession,
  forGm: boolean,
): ReadSession {
  const all: ReadSession = {
    ...{ number: null, title: null, starts_at: null, time_zone: null, state: 'closed' },
    ...{ started_at: null, closed_at: null, plan: null, recap: null, open_items: [] },
    ...session,
  };
  if (forGm) return all;
  return { ...all, title: isTitleReleased ? all.title : null, plan: null, open_items: [] };
}

/** Sessions as the campaign service sends them. */
export const readScripted = (sessions: readonly ScriptedSession[], forGm: boolean): ReadSession[] =>
  sessions
    .filter(({ number }) => forGm || typeof number === 'number')
    .map((one) => visibleSession(one, forGm));
