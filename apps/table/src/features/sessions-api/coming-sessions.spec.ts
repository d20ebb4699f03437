import { session } from '../../testing/show-table';
import { comingSessions } from './coming-sessions';

it('orders sessions that are not closed: running, by date, undated, then those whose date has passed', () => {
  const now = Date.parse('2027-03-05T20:00:00Z');
  const sessions = [
    session({ id: 'passed', starts_at: '2027-03-01T19:00:00.000Z' }),
    session({ id: 'undated', starts_at: null }),
    session({ id: 'later', starts_at: '2027-03-12T19:00:00.000Z' }),
    session({ id: 'tonight', starts_at: '2027-03-05T19:00:00.000Z' }),
    session({ id: 'running', state: 'running' }),
    session({ id: 'closed', state: 'closed' }),
  ] as Parameters<typeof comingSessions>[0];
  const ids = comingSessions(sessions, now).map(({ id }) => id);
  expect(ids).toEqual(['running', 'tonight', 'later', 'undated', 'passed']);
});
