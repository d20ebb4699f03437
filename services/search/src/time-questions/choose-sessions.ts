import type { ReadSession } from '@tomekeeper/contracts-campaign';

/** A session with this date is the next one until its evening is over. */
const MAX_LATE_MS = 18 * 3_600_000;

type Sessions = readonly ReadSession[];

/** Milliseconds; undefined for a session without a date. */
function beginOf({ started_at, starts_at }: ReadSession): number | undefined {
  const moment = started_at ?? starts_at;
  return moment === null ? undefined : Date.parse(moment);
}

export const sessionNumbered = (sessions: Sessions, number: number): ReadSession | undefined =>
  sessions.find((one) => one.number === number);

export const runningSession = (sessions: Sessions): ReadSession | undefined =>
  sessions.find(({ state }) => state === 'running');

/** The closed session that began last; sessions without a date come first, by number. */
export const lastSession = (sessions: Sessions): ReadSession | undefined =>
  inOrder(sessions.filter(({ state }) => state === 'closed')).at(-1);

/** The planned session that comes next; one without a date only if no other is planned, and one whose date has passed as the last choice. */
export function nextSession(sessions: Sessions, now: number): ReadSession | undefined {
  const planned = inOrder(sessions.filter(({ state }) => state === 'planned'));
  const coming = planned.find((one) => (beginOf(one) ?? -Infinity) > now - MAX_LATE_MS);
  return coming ?? planned.find((one) => beginOf(one) === undefined) ?? planned.at(-1);
}

/** Sessions by their begin, then by number. */
export const inOrder = (sessions: Sessions): ReadSession[] =>
  [...sessions].sort(
    (a, b) =>
      (beginOf(a) ?? -Infinity) - (beginOf(b) ?? -Infinity) || (a.number ?? 0) - (b.number ?? 0),
  );

/** The session during which a moment was, closed or not. */
export const sessionAt = (sessions: Sessions, moment: string): ReadSession | undefined =>
  sessions.find(
    ({ started_at, closed_at }) =>
      started_at !== null &&
      Date.parse(started_at) <= Date.parse(moment) &&
      (closed_at === null || Date.parse(moment) < Date.parse(closed_at)),
  );
