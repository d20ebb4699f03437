/** How often, and from where, a property is tried. */
export interface PropertyRuns {
  numRuns: number;
  endOnFailure: true;
  /** Undefined of long tests: another one each time. */
  seed?: number;
  path?: string;
}

/**
 * Parameters of `fc.assert`. `npm test` uses a fixed seed, so that one commit has one result; long tests use
 * random seeds. `RUNS` sets the number of cases, `SEED` and `SEED_PATH` repeat a failure.
 */
export function propertyRuns(count: number): PropertyRuns {
  const { RUNS, SEED, SEED_PATH, TEST_KIND } = process.env;
  const seed = SEED ?? (TEST_KIND === 'long' || RUNS ? undefined : 1);
  return {
    numRuns: Number(RUNS ?? count),
    endOnFailure: true,
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(SEED_PATH && { path: SEED_PATH }),
  };
}
