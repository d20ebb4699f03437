import { afterFirstPaint } from './after-first-paint';

describe('after the first paint', () => {
  let paint = () => {};
  beforeEach(() => {
    jest.useFakeTimers();
    // The browser's, which jsdom has not, as it paints nothing.
    Reflect.set(
      globalThis,
      'PerformanceObserver',
      class {
        constructor(callback: () => void) {
          paint = callback;
        }
        observe() {}
      },
    );
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  });

  const wait = () => {
    const go = jest.fn();
    void afterFirstPaint().then(go);
    return go;
  };

  it('goes on when something was painted, not before', async () => {
    const go = wait();
    await jest.advanceTimersByTimeAsync(100);
    expect(go).not.toHaveBeenCalled();
    paint();
    await jest.advanceTimersByTimeAsync(0);
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('goes on without where nothing is painted', async () => {
    const go = wait();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(go).toHaveBeenCalledTimes(1);
  });
});
