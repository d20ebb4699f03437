/** Background tabs do not paint. */
const FIRST_FRAME_TIMEOUT_MS = 1_000;

/** Resolves after the document's first paint, which rendering the app would delay. */
export const firstFrame = () =>
  new Promise<void>((resolve) => {
    if (performance.getEntriesByType('paint').length > 0) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FIRST_FRAME_TIMEOUT_MS);
  });
