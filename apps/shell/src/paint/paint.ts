/** Background tabs do not paint. */
const PAINT_TIMEOUT_MS = 1_000;

/** Resolves after the document's first paint, which rendering the app would delay. */
export const firstFrame = () =>
  performance.getEntriesByType('paint').length > 0 ? Promise.resolve() : nextPaint();

/** Resolves after the next paint. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_TIMEOUT_MS);
  });

/** Runs work once the page has nothing else to do. */
export const whenIdle = (work: () => void) =>
  // Safari does not support it.
  void (globalThis.requestIdleCallback ?? setTimeout)(work);
