/**
 * Size of a measurement: the small one where `BENCH_SHORT` is set, for a run that only shows that a section still works.
 * @template Size @param {Size} full @param {Size} short @returns {Size}
 */
export const sized = (full, short) => (process.env['BENCH_SHORT'] ? short : full);

/** @param {number[]} values */
export const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** The middle of each figure. @template {Record<string, number>} Round @param {Round[]} rounds @returns {Round} */
export const middleOfEach = (rounds) =>
  /** @type {Round} */ (
    Object.fromEntries(
      Object.keys(rounds[0] ?? {}).map((figure) => [
        figure,
        middle(rounds.map((round) => round[figure] ?? 0)),
      ]),
    )
  );

/** A goal with an upper bound. @param {string} goal @param {number} most @param {number} seen @param {number} [digits] */
export const atMost = (goal, most, seen, digits = 0) => ({
  goal,
  seen: seen.toFixed(digits),
  met: seen <= most,
});

/** A goal with a lower bound. @param {string} goal @param {number} least @param {number} seen */
export const atLeast = (goal, least, seen) => ({
  goal,
  seen: seen.toFixed(2),
  met: seen >= least,
});

/**
 * Table of goals with their results.
 * @param {{ goal: string, seen?: string, met: boolean }[]} goals
 */
export const goalTable = (goals) => [
  '| Goal | Seen | |',
  '| --- | ---: | --- |',
  ...goals.map(({ goal, seen = '', met }) => `| ${goal} | ${seen} | ${met ? 'met' : 'MISSED'} |`),
];

/**
 * Runs `work` and afterwards its registered cleanup steps in reverse order.
 * @template Result
 * @param {(atEnd: (step: () => Promise<unknown>) => void) => Promise<Result>} work
 */
export async function cleaningUp(work) {
  /** @type {(() => Promise<unknown>)[]} */
  const steps = [];
  try {
    return await work((step) => steps.unshift(step));
  } finally {
    for (const step of steps) await step();
  }
}
