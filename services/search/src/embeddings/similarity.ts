import { setImmediate } from 'node:timers/promises';
import type { Block } from './embedding-cache';
import { dotProduct, vectorLength, type QuantizedVector } from './quantized-vector';

const MAX_NEAREST = 40;
/** Compared rows after which other requests get CPU time. */
const ROWS_PER_TURN = 16_000;
/** Resolution of similarities; smaller differences are noise of the model. */
const STEPS = 1_000;
/** Passages with a lower similarity are unrelated. */
const MIN_STEPS = 300;

/** Similarities of the rows of a block, in steps. */
interface Compared {
  numbers: Float64Array;
  steps: Int16Array;
}

/** Similarities of up to 100,000 passages to a question, by embedding number, in two bytes each. */
export class Similarities {
  private constructor(private readonly all: readonly Compared[]) {}

  static async of(blocks: readonly Block[], question: QuantizedVector): Promise<Similarities> {
    const all: Compared[] = [];
    for (const block of blocks)
      if (block.dimensions === question.values.length) all.push(await compare(block, question));
    return new Similarities(all);
  }

  get hasAny(): boolean {
    return this.all.some(({ numbers }) => numbers.length > 0);
  }

  /** From 0 to 1. */
  similarity(number: number): number {
    return this.steps(number) / STEPS;
  }

  /**
   * The most similar passages, of all or of a set. Includes all passages that are as similar as the last one, or none of them if
   * there are too many: an arbitrary choice would depend on text that the viewer may not see.
   */
  nearest(among?: Float64Array): number[] {
    const compared = among
      ? [{ numbers: among, steps: Int16Array.from(among, (number) => this.steps(number)) }]
      : this.all;
    const min = threshold(compared);
    return compared.flatMap(({ numbers, steps }) => {
      const nearest: number[] = [];
      for (const [at, step] of steps.entries()) if (step >= min) nearest.push(numbers[at] ?? 0);
      return nearest;
    });
  }

  private steps(number: number): number {
    for (const { numbers, steps } of this.all) {
      const at = lowerBound(number, numbers);
      if (numbers[at] === number) return steps[at] ?? 0;
    }
    return 0;
  }
}

/** Similarity of a question to a stored vector, from 0 to 1; 0 with other dimensions. */
export function similarityOf({ values, length }: QuantizedVector, stored: Buffer): number {
  if (stored.length !== values.length) return 0;
  const vector = new Int8Array(stored.buffer, stored.byteOffset, stored.length);
  const product = length * vectorLength(vector, 0, vector.length);
  const cosine = product === 0 ? 0 : dotProduct(values, vector, 0) / product;
  return Math.max(0, Math.round(cosine * STEPS) / STEPS);
}

async function compare(
  { numbers, vectors, lengths, dimensions }: Block,
  { values, length }: QuantizedVector,
): Promise<Compared> {
  const steps = new Int16Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) {
    const product = (lengths[at] ?? 0) * length;
    const cosine = product === 0 ? 0 : dotProduct(values, vectors, at * dimensions) / product;
    steps[at] = Math.min(Math.round(cosine * STEPS), STEPS);
    if (at % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
  }
  return { numbers, steps };
}

/** The lowest step of the nearest passages. Counts per step need less memory than a sorted list of all passages. */
function threshold(compared: readonly Compared[]): number {
  const counts = new Uint32Array(STEPS + 1);
  for (const { steps } of compared)
    for (const one of steps) if (one >= MIN_STEPS) counts[one] = (counts[one] ?? 0) + 1;
  let from = STEPS;
  let total = counts[from] ?? 0;
  while (total < MAX_NEAREST && from > MIN_STEPS) total += counts[--from] ?? 0;
  return total <= 2 * MAX_NEAREST ? from : from + 1;
}

/** Index of the first number that is not lower, by binary search. */
function lowerBound(number: number, sorted: Float64Array): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}
