// Patterns of the browser specs that `npm test` and `npm run test:long` run.

/** Secondary journeys and conduct checks in browsers, too slow for every run. */
export const LONG_JOURNEYS = 'src/(long-journeys|conduct)/';
