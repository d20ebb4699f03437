/** In the background nothing is painted. */
const FIRST_FRAME_TIMEOUT_MS = 1_000;

/** Resolves once what the document brought along has been painted: drawing the app would keep that waiting. */
export const firstFrame = () =>
  new Promise<void>((resolve) => {
    if (performance.getEntriesByType('paint').length > 0) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FIRST_FRAME_TIMEOUT_MS);
  });
