/** In the background nothing is painted, and there the app must get on all the same. */
const PATIENCE_MS = 500;

/** Waits until the browser has shown what the document brought. */
export const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    // The frame is painted after its callbacks, so what comes next is after the paint.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PATIENCE_MS);
  });
