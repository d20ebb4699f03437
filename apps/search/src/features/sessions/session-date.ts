import type { SessionResult } from '../search-api/search-api';

const dateOf = ({ started_at, starts_at }: Pick<SessionResult, 'started_at' | 'starts_at'>) => {
  const moment = started_at ?? starts_at;
  return moment === null ? undefined : new Date(moment);
};

/** Day of a session in the viewer's zone, with the year if it is another one. */
export function shortDate(session: Pick<SessionResult, 'started_at' | 'starts_at'>): string {
  const date = dateOf(session);
  if (!date) return 'no date yet';
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const day = { weekday: 'short', day: 'numeric', month: 'long' } as const;
  return date.toLocaleDateString(undefined, isThisYear ? day : { ...day, year: 'numeric' });
}

/** Date and time of a session in the viewer's zone. */
export const longDate = (session: Pick<SessionResult, 'started_at' | 'starts_at'>): string =>
  dateOf(session)?.toLocaleString(undefined, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit' },
  }) ?? 'No date yet';
