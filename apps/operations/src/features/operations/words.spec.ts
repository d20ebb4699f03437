import type { Installation } from './use-installation';
import { duration, since, summary } from './words';

it.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [7_200, '2 h'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

it('begins no earlier than now, whatever the clocks say', () => {
  expect(since('2026-11-21T12:00:05Z', Date.parse('2026-11-21T12:00:00Z'))).toBe('0 s');
});

const queue = {
  name: 'q',
  waiting: 3,
  active: 1,
  delayed: 0,
  failed: 0,
  oldest_waiting_seconds: 1,
};
const service = (id: 'mailing' | 'contact', over: object = {}) => ({
  id,
  error: null,
  data: {
    service: id,
    version: 'v',
    started_at: '2026-11-21T12:00:00Z',
    instance: 'i',
    queues: [queue],
    outbox: { waiting: 0, oldest_seconds: 0 },
    ...over,
  },
});
const installation = (services: Installation['services'], remotes: Error | null = null) =>
  summary({
    services,
    remotes: { data: undefined, error: remotes },
    isPending: false,
    isNotForMe: false,
  });

it('says in a sentence that all is well, or what is not', () => {
  expect(installation([service('mailing')])).toBe('All services answer, and no job has failed.');
  const failing = { queues: [{ ...queue, failed: 1 }] };
  expect(installation([service('mailing', failing)])).toBe('Needs a look: 1 failed job.');
  expect(
    installation(
      [
        { ...service('mailing', failing), error: new Error('gone') },
        service('contact', { queues: null }),
      ],
      new Error('gone'),
    ),
  ).toBe(
    'Needs a look: no good answer from mailing; queues or database out of reach of contact; the remotes can’t be listed; 1 failed job.',
  );
});
