/** Parameters of `fc.assert`: a fixed seed, or with `RUNS` so many random cases. */
export function runs(count: number): { numRuns: number; seed?: number; endOnFailure: boolean } {
  const { RUNS, SHRINK } = process.env;
  return {
    numRuns: Number(RUNS ?? count),
    ...(!RUNS && { seed: 1 }),
    endOnFailure: SHRINK === undefined,
  };
}
