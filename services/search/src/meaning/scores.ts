import { setImmediate } from 'node:timers/promises';
import { dot, type Quantised } from './quantised';
import type { Block } from './vectors';

/** Passages that may be found by their meaning alone. */
const NEAREST = 40;
/** Rows after which others get their turn. */
const ROWS_AT_A_TIME = 16_000;
/** Differences below it are noise of the model. */
const STEPS = 1_000;
/** Steps: what is less near says something else. */
const LEAST = 300;

/** Of the passages of a block, in its order: the steps that each is near a question. */
interface Compared {
  made: Float64Array;
  steps: Int16Array;
}

/** How near passages are to a question, by the numbers of their vectors: two bytes for each, for there may be a hundred thousand. */
export class Scores {
  private constructor(private readonly all: readonly Compared[]) {}

  static async of(blocks: readonly Block[], asked: Quantised): Promise<Scores> {
    const all: Compared[] = [];
    for (const block of blocks)
      if (block.dims === asked.numbers.length) all.push(await compare(block, asked));
    return new Scores(all);
  }

  /** Whether there is anything that was compared. */
  get isAny(): boolean {
    return this.all.some(({ made }) => made.length > 0);
  }

  /** 1 says the same, 0 nothing of it. */
  near(number: number): number {
    return this.steps(number) / STEPS;
  }

  /**
   * The nearest ones, of all or of some. Of those that are as near as the last one all are taken, or none where they are too many: which of
   * them came first is not known to all who see them.
   */
  nearest(among?: Float64Array): number[] {
    const compared = among ? this.some(among) : this.all;
    const from = leastTaken(compared);
    const taken: number[] = [];
    for (const { made, steps } of compared)
      for (const [at, one] of steps.entries()) if (one >= from) taken.push(made[at] ?? 0);
    return taken;
  }

  private some(made: Float64Array): Compared[] {
    return [{ made, steps: Int16Array.from(made, (number) => this.steps(number)) }];
  }

  private steps(number: number): number {
    for (const { made, steps } of this.all) {
      const at = placeOf(number, made);
      if (made[at] === number) return steps[at] ?? 0;
    }
    return 0;
  }
}

async function compare(
  { made, numbers, lengths, dims }: Block,
  asked: Quantised,
): Promise<Compared> {
  const steps = new Int16Array(made.length);
  for (let at = 0; at < made.length; at++) {
    const length = lengths[at] ?? 0;
    const near = length === 0 ? 0 : dot(asked.numbers, numbers, at * dims) / length / asked.length;
    steps[at] = Math.min(Math.round(near * STEPS), STEPS);
    if (at % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await setImmediate();
  }
  return { made, steps };
}

/** From how many steps on passages are taken. They are counted, not listed: with each question a list might be as long as all of them. */
function leastTaken(compared: readonly Compared[]): number {
  const counts = new Uint32Array(STEPS + 1);
  for (const { steps } of compared)
    for (const one of steps) if (one >= LEAST) counts[one] = (counts[one] ?? 0) + 1;
  let from = STEPS;
  let taken = counts[from] ?? 0;
  while (taken < NEAREST && from > LEAST) taken += counts[--from] ?? 0;
  return taken <= 2 * NEAREST ? from : from + 1;
}

/** Of the first that is not lower, in numbers from the lowest. */
function placeOf(number: number, sorted: Float64Array): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}
