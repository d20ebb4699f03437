import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { EventLoopPressure } from './event-loop';

describe('what a busy process refuses', () => {
  it('is nothing at first, more with each busy second, never all, and less again afterwards', () => {
    const pressure = new EventLoopPressure(500);
    pressure.seen(500);
    expect(pressure.share).toBe(0);
    pressure.seen(501);
    pressure.seen(2000);
    expect(pressure.share).toBeCloseTo(0.4);
    for (let at = 0; at < 10; at++) pressure.seen(2000);
    expect(pressure.share).toBeCloseTo(0.9);
    for (let at = 0; at < 8; at++) pressure.seen(0);
    expect(pressure.share).toBeCloseTo(0.1);
    pressure.seen(0);
    pressure.seen(0);
    expect(pressure.share).toBe(0);
  });

  it('goes by the delays of this process', async () => {
    const pressure = new EventLoopPressure(40, 150);
    pressure.start();
    try {
      while (pressure.share === 0) {
        for (const end = performance.now() + 100; performance.now() < end;);
        await nextTurn();
      }
      // Whatever else the machine does, half of the windows are calm enough.
      while (pressure.share > 0) await pause(50);
    } finally {
      pressure.stop();
    }
  }, 30_000);
});
