import { createHash } from 'node:crypto';
import { SESSION_LIMITS, type ImportedSession } from '@tomekeeper/contracts-campaign';

// Sessions of an import as rows, without access to the database.

/** Numbers and times of the sessions of a campaign. */
export interface ExistingSession {
  id: string;
  number: number | null;
  started_at: Date | null;
  closed_at: Date | null;
}

export interface NewSession extends Omit<
  ImportedSession,
  'source_id' | 'announced' | 'attendance' | 'checklist' | 'board'
> {
  id: string;
  /** Answers, checklist and board. */
  source: ImportedSession;
}

/** The id of a session of an import: the same for each import into a campaign. */
export function importedSessionId(campaign: string, source: string): string {
  const hex = createHash('sha256').update(`${campaign} session ${source}`).digest('hex');
  // Version 8 of RFC 9562: an id with custom content.
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`],
    ...[`8${hex.slice(17, 20)}`, hex.slice(20, 32)],
  ].join('-');
}

/** Adapts sessions to a campaign: running sessions are closed, numbers become unique, impossible times become unknown. */
export function newSessions(
  campaign: string,
  sessions: readonly ImportedSession[],
  existing: readonly ExistingSession[],
): NewSession[] {
  const numbers = new Set(existing.flatMap(({ number }) => number ?? []));
  const spans = existing.flatMap((one) => spanOf(one) ?? []);
  return sessions.map((source) => {
    const { source_id, announced, attendance: _a, checklist: _c, board: _b, ...fields } = source;
    const number = announced ? freeNumber(source.number, numbers) : null;
    if (number !== null) numbers.add(number);
    const played = playedSpan(source, spans);
    if (played) spans.push(played);
    const state = source.state === 'planned' ? 'planned' : 'closed';
    return {
      ...fields,
      id: importedSessionId(campaign, source_id),
      source,
      number,
      title_released: announced && source.title_released,
      state,
      ...datesOf(source, state),
      started_at: played ? new Date(played.from).toISOString() : null,
      closed_at: played ? new Date(played.to).toISOString() : null,
    };
  });
}

/** The wanted number, or the next free one. */
function freeNumber(wanted: number | null, taken: ReadonlySet<number>): number {
  let number = wanted ?? Math.max(0, ...taken) + 1;
  for (; taken.has(number) || number > SESSION_LIMITS.maxNumber; number++)
    if (number >= SESSION_LIMITS.maxNumber) number = 0;
  return number;
}

/** A played session has no date in the future. */
function datesOf(
  { starts_at, time_zone }: ImportedSession,
  state: 'planned' | 'closed',
): Pick<NewSession, 'starts_at' | 'time_zone'> {
  if (starts_at === null) return { starts_at, time_zone };
  const date = new Date(starts_at);
  if (state === 'closed' && date.getTime() > Date.now()) return { starts_at: null, time_zone };
  return { starts_at: date.toISOString(), time_zone: time_zone ?? 'UTC' };
}

/** In milliseconds. */
interface Span {
  from: number;
  to: number;
}

const HOUR_MS = 3_600_000;

/** Start and end of a played session; undefined if unknown, in the future, or overlapping another session. */
function playedSpan(
  { state, started_at, closed_at }: ImportedSession,
  others: readonly Span[],
): Span | undefined {
  if (state === 'planned' || started_at === null) return undefined;
  const from = Date.parse(started_at);
  const end = from + SESSION_LIMITS.maxHours * HOUR_MS;
  const to = closed_at === null ? Math.min(end, Date.now()) : Date.parse(closed_at);
  const isPossible = from <= to && to <= Date.now();
  return isPossible && !others.some((other) => from < other.to && other.from < to)
    ? { from, to }
    : undefined;
}

/** A running session has no end. */
function spanOf({ started_at, closed_at }: ExistingSession): Span | undefined {
  return started_at
    ? { from: started_at.getTime(), to: closed_at?.getTime() ?? Number.POSITIVE_INFINITY }
    : undefined;
}
