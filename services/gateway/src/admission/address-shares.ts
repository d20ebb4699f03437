/** Counts open calls or streams per address, up to a maximum. */
export class AddressShares {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns false, without counting, when the address has reached the maximum */
  take(address: string): boolean {
    const count = this.counts.get(address) ?? 0;
    if (count >= this.most) return false;
    this.counts.set(address, count + 1);
    return true;
  }

  release(address: string): void {
    const count = this.counts.get(address) ?? 0;
    if (count > 1) this.counts.set(address, count - 1);
    else this.counts.delete(address);
  }
}
