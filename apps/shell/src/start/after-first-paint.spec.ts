import { afterFirstPaint } from './after-first-paint';

describe('after the first paint', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** @returns what has happened so far, in its order */
  const wait = () => {
    const events: string[] = [];
    requestAnimationFrame(() => events.push('frame'));
    void afterFirstPaint().then(() => events.push('go'));
    return events;
  };

  it('nothing goes on before the frame is out', async () => {
    const events = wait();
    jest.advanceTimersToNextFrame();
    await Promise.resolve();
    expect(events).toEqual(['frame']);
    await jest.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['frame', 'go']);
  });

  it('it goes on without one where nothing is painted', async () => {
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
    const events = wait();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual(['go']);
  });
});
