/** In the background nothing is painted, and there the app must get on all the same. */
const PATIENCE_MS = 1_000;

/** Waits until the browser has shown what the document brought. */
export const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, PATIENCE_MS);
  });
