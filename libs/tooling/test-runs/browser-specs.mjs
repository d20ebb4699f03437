// Which browser specs `npm test` and `npm run test:long` run, by what matches their paths.

/** Journeys beside the main ones, and how browsers keep the product's rules: too long for every run. */
export const LONG_JOURNEYS = 'src/(long-journeys|conduct)/';
