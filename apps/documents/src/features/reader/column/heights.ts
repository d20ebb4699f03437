/**
 * Row heights of a virtualized list. Unmeasured rows count with the average of the measured ones. Every scroll event needs prefix
 * sums, so a Fenwick tree stores them: 17 additions for 100,000 rows.
 */
export class Heights {
  private readonly measured: Float64Array;
  private readonly sums: Float64Array;
  private readonly counts: Int32Array;
  private known = 0;
  private sum = 0;
  private guess: number;

  constructor(
    readonly count: number,
    guess: number,
  ) {
    this.guess = guess;
    this.measured = new Float64Array(count).fill(-1);
    this.sums = new Float64Array(count + 1);
    this.counts = new Int32Array(count + 1);
  }

  /** Assumed height of unmeasured rows, in CSS pixels. */
  get estimate(): number {
    return this.guess;
  }

  get total(): number {
    return this.topOf(this.count);
  }

  of(index: number): number {
    const height = this.measured[index] ?? -1;
    return height < 0 ? this.guess : height;
  }

  /** @returns whether the height changed */
  measure(index: number, height: number): boolean {
    if (index < 0 || index >= this.count) return false;
    const before = this.measured[index] ?? -1;
    if (before >= 0 && Math.abs(before - height) < 0.5) return false;
    this.measured[index] = height;
    const more = before < 0 ? 1 : 0;
    const change = height - Math.max(0, before);
    this.known += more;
    this.sum += change;
    for (let node = index + 1; node <= this.count; node += node & -node) {
      this.sums[node] = (this.sums[node] ?? 0) + change;
      this.counts[node] = (this.counts[node] ?? 0) + more;
    }
    return true;
  }

  /** Updates the estimate to the average once at least `atLeast` rows are measured. */
  learn(atLeast: number): void {
    if (this.known >= atLeast) this.guess = this.sum / this.known;
  }

  /** Offset of a row from the top of the list, in CSS pixels. */
  topOf(index: number): number {
    const end = Math.min(Math.max(0, index), this.count);
    let sum = 0;
    let measured = 0;
    for (let node = end; node > 0; node -= node & -node) {
      sum += this.sums[node] ?? 0;
      measured += this.counts[node] ?? 0;
    }
    return sum + (end - measured) * this.guess;
  }

  /** Index of the row at this offset. */
  indexAt(y: number): number {
    let index = 0;
    let left = y;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.count))); step >= 1; step /= 2) {
      const next = index + step;
      if (next > this.count) continue;
      const height = (this.sums[next] ?? 0) + (step - (this.counts[next] ?? 0)) * this.guess;
      if (height > left) continue;
      index = next;
      left -= height;
    }
    return Math.min(index, Math.max(0, this.count - 1));
  }
}
