/**
 * How often a word stands in a passage, by what `ts_rank` says of it alone: the first time counts whole, each further one by its
 * square less. The database works that out some twenty times faster than it takes a row of words apart.
 */
export function timesOf(rank: number): number {
  if (rank <= 0) return 0;
  const at = RANKS.findIndex((one) => rank < one + TOLERANCE);
  return at === -1 ? RANKS.length : at + 1;
}

/** A word without a weight of its own. */
const WEIGHT = 0.1;
/** The sum of all squares, by which PostgreSQL divides. */
const ALL = 1.64493406685;
/** What further times say is too little to tell apart, and to matter. */
const MOST = 20;

const RANKS = Array.from({ length: MOST }, (_, at) => {
  const squares = Array.from({ length: at + 1 }, (_one, time) => 1 / (time + 1) ** 2);
  return (WEIGHT * squares.reduce((sum, one) => sum + one, 0)) / ALL;
});
const TOLERANCE = 1e-5;
