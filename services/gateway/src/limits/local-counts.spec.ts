import { LocalCounts } from './local-counts';

const WINDOW_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());

describe('counts of calls', () => {
  let counts: LocalCounts;
  beforeEach(() => {
    counts = new LocalCounts(WINDOW_MS);
  });

  it('tell how long to wait when there were too many, and begin anew when their window is over', () => {
    expect([counts.add('ada', 2), counts.add('ada', 2)]).toEqual([undefined, undefined]);
    jest.advanceTimersByTime(20_000);
    expect(counts.add('ada', 2)).toBe(40_000);
    expect(counts.add('bob', 2)).toBeUndefined();
    jest.advanceTimersByTime(40_000);
    expect(counts.add('ada', 2)).toBeUndefined();
  });

  it.each([
    ['back', -3],
    ['forward', 3],
  ])('do not care for a clock that is set %s', (_direction, hours) => {
    counts.add('ada', 1);
    jest.setSystemTime(START + hours * 3_600_000);
    expect(counts.add('ada', 1)).toBe(WINDOW_MS);
    jest.advanceTimersByTime(WINDOW_MS);
    expect(counts.add('ada', 1)).toBeUndefined();
  });

  it('forget who was not seen for longest when there are too many', () => {
    counts.add('ada', 1);
    counts.add('bob', 1);
    counts.add('ada', 1);
    for (let at = 0; at < 19_998; at += 1) counts.add(String(at), 1);
    // So many are remembered, and one more is one too many.
    expect(counts.add('bob', 1)).toBe(WINDOW_MS);
    counts.add('one more', 1);
    counts.add('and another', 1);
    expect(counts.add('ada', 1)).toBeUndefined();
    expect(counts.add('5', 1)).toBe(WINDOW_MS);
  });
});
