import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLoopPressure } from './load';

describe('the shed share of a busy process', () => {
  const seen = (pressure: EventLoopPressure, ...medians: number[]) => {
    for (const median of medians) pressure.record(median);
    return pressure.share;
  };

  it('is nothing for a pause, more with each busy second, never all, and less again afterwards', () => {
    const pressure = new EventLoopPressure(500);
    expect(seen(pressure, 500, 500, 500, 500)).toBe(0);
    expect(seen(pressure, 501, 9000, 0, 9000, 9000)).toBe(0);
    expect(seen(pressure, 501)).toBeCloseTo(0.2);
    expect(seen(pressure, 501)).toBeCloseTo(0.4);
    expect(seen(pressure, ...Array<number>(10).fill(2000))).toBeCloseTo(0.9);
    expect(seen(pressure, ...Array<number>(8).fill(0))).toBeCloseTo(0.1);
    expect(seen(pressure, 2000, 2000)).toBeCloseTo(0.1);
    expect(seen(pressure, 0, 0)).toBe(0);
  });

  it('follows the event loop delay of this process', async () => {
    const pressure = new EventLoopPressure(40, 150);
    try {
      const patience = performance.now() + 20_000;
      while (pressure.share === 0 && performance.now() < patience) {
        pressure.noteCall();
        for (const end = performance.now() + 100; performance.now() < end;);
        await nextTurn();
      }
      expect(pressure.share).toBeGreaterThan(0);
    } finally {
      pressure.stop();
    }
  });

  it('is measured while calls arrive, and pauses afterwards', () => {
    jest.useFakeTimers();
    const pressure = new EventLoopPressure(500, 1000);
    try {
      pressure.noteCall();
      jest.advanceTimersByTime(1000);
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersByTime(1000);
      expect(jest.getTimerCount()).toBe(0);
      pressure.noteCall();
      expect(jest.getTimerCount()).toBe(1);
    } finally {
      pressure.stop();
      jest.useRealTimers();
    }
  });
});
