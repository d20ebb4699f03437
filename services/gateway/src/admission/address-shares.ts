/** What addresses hold open at a time. */
export class AddressShares {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns false when the address has its share already; then nothing is counted */
  take(address: string): boolean {
    const count = this.counts.get(address) ?? 0;
    if (count >= this.most) return false;
    this.counts.set(address, count + 1);
    return true;
  }

  give(address: string): void {
    const count = this.counts.get(address) ?? 0;
    if (count > 1) this.counts.set(address, count - 1);
    else this.counts.delete(address);
  }
}
