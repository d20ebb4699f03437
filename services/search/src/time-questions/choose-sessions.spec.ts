import type { ReadSession } from '@tomekeeper/contracts-campaign';
import { inOrder, lastSession, nextSession, sessionAt } from './choose-sessions';

const session = (number: number | null, more: Partial<ReadSession> = {}): ReadSession => ({
  ...{ id: String(number), number, title: null, time_zone: null, state: 'closed' },
  ...{ starts_at: null, started_at: null, closed_at: null, plan: null, recap: null },
  open_items: [],
  ...more,
});
const numbersOf = (sessions: (ReadSession | undefined)[]) => sessions.map((one) => one?.number);
const NOW = Date.parse('2026-03-14T20:00:00.000Z');
const planned = (number: number, starts_at: string | null) =>
  session(number, { state: 'planned', starts_at });

it('orders sessions by their begin, those without a date first', () => {
  const late = session(1, { starts_at: '2026-03-09T19:00:00.000Z' });
  const early = session(2, { started_at: '2026-03-02T19:00:00.000Z', starts_at: null });
  expect(numbersOf(inOrder([late, early, session(4), session(3)]))).toEqual([3, 4, 2, 1]);
  expect(lastSession([late, early, session(4)])?.number).toBe(1);
  expect(lastSession([planned(5, null)])).toBeUndefined();
});

it.each([
  [['2026-03-21T19:00:00.000Z', '2026-03-15T19:00:00.000Z', null], 2],
  // The evening may still begin.
  [['2026-03-21T19:00:00.000Z', '2026-03-14T19:00:00.000Z', null], 2],
  [['2026-03-01T19:00:00.000Z', null], 2],
  [['2026-03-01T19:00:00.000Z', '2026-02-01T19:00:00.000Z'], 1],
])('of sessions on %j, number %i is the next one', (dates, number) => {
  const sessions = dates.map((date, at) => planned(at + 1, date));
  expect(nextSession(sessions, NOW)?.number).toBe(number);
});

it('finds the session of a moment, up to its end', () => {
  const span = { started_at: '2026-03-02T19:00:00.000Z', closed_at: '2026-03-02T23:00:00.000Z' };
  const sessions = [
    session(1, span),
    session(2),
    session(3, { started_at: '2026-03-14T19:00:00.000Z', state: 'running' }),
  ];
  const at = (moment: string) => sessionAt(sessions, moment)?.number;
  expect(at('2026-03-02T19:00:00.000Z')).toBe(1);
  expect(at('2026-03-02T23:00:00.000Z')).toBeUndefined();
  expect(at('2026-03-14T20:00:00.000Z')).toBe(3);
});
