import { LocalCounts } from './local-counts';

const WINDOW_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());

describe('counts of calls', () => {
  const counted = (counts: LocalCounts, key = 'ada') => {
    let found = { current: 0, ttl: 0 };
    counts.incr(key, (_error, { current, ttl }) => (found = { current, ttl }), WINDOW_MS);
    return found;
  };

  it('begin anew when their window is over', () => {
    const counts = new LocalCounts();
    expect(counted(counts)).toEqual({ current: 1, ttl: WINDOW_MS });
    jest.advanceTimersByTime(20_000);
    expect(counted(counts)).toEqual({ current: 2, ttl: 40_000 });
    expect(counted(counts, 'bob').current).toBe(1);
    jest.advanceTimersByTime(40_000);
    expect(counted(counts)).toEqual({ current: 1, ttl: WINDOW_MS });
  });

  it.each([
    ['back', -3],
    ['forward', 3],
  ])('do not care for a clock that is set %s', (_direction, hours) => {
    const counts = new LocalCounts();
    counted(counts);
    jest.setSystemTime(START + hours * 3_600_000);
    expect(counted(counts)).toEqual({ current: 2, ttl: WINDOW_MS });
    jest.advanceTimersByTime(WINDOW_MS);
    expect(counted(counts).current).toBe(1);
  });

  it('forget who was not seen for longest when there are too many', () => {
    const counts = new LocalCounts();
    counted(counts);
    counted(counts, 'bob');
    counted(counts);
    for (let at = 0; at < 19_999; at += 1) counted(counts, String(at));
    expect(counted(counts, 'bob').current).toBe(1);
    expect(counted(counts, '5').current).toBe(2);
  });
});
