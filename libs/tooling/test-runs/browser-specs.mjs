// Patterns of the browser specs that `npm test` and `npm run test:long` run.

/** Acceptance specs of the product's pages, hostile input, and accessibility of all screens. */
export const ACCEPTANCE = 'src/(acceptance|hostile)/|src/integrity|journeys/accessibility';

/** Secondary journeys and conduct checks in browsers, too slow for every run. */
export const LONG_JOURNEYS = 'src/(long-journeys|conduct)/';
